/** Drawings by the ids of their cards, which are the names of their files. */
export function byId(files: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([path, drawing]) => [path.slice(path.lastIndexOf("/") + 1, -".svg".length), drawing]));
}
