// A new version of the page: it waits beside the old one until somebody asks for it, and breaks no running game.

export const fresh: { waiting: boolean } = $state({ waiting: false });
let registered: ServiceWorkerRegistration | undefined;

/** Keep the page on this device, where the browser allows it: not over plain http. */
export function keepPage(): void {
  if (!("serviceWorker" in navigator)) return;
  let before = navigator.serviceWorker.controller;
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    // The first worker takes over a page that had none; only another version is a reason to begin anew.
    if (before) location.reload();
    before = navigator.serviceWorker.controller;
  });
  navigator.serviceWorker.register(new URL("worker.js", document.baseURI)).then(
    (found: ServiceWorkerRegistration | undefined) => {
      if (!found) return; // a browser that blocks workers may answer with nothing
      registered = found;
      const look = (): void => {
        fresh.waiting = !!found.waiting && !!navigator.serviceWorker.controller;
      };
      look();
      found.addEventListener("updatefound", () => found.installing?.addEventListener("statechange", look));
    },
    () => undefined,
  );
}

/** Take the new version now. */
export function takeFresh(): void {
  registered?.waiting?.postMessage("now");
}
