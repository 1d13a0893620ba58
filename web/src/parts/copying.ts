// Text to the clipboard, also on plain http at home, where browsers give pages no clipboard of their own.

/** Whether a text was copied. */
export async function copied(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    // Then the old way.
  }
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "hidden-text";
  // Inside an open dialog, outside of which nothing can be selected.
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}
