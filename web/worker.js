// Keeps the page itself on the device, so that it opens without a network. Only where the browser allows workers
// (https, or this machine). Games are not kept here: those of a server are the server's, those of this device are in
// its own memory. A new version waits until it is asked in, so that nothing changes under a running game.

const HERE = self.registration.scope;
const FILES = __FILES__.map((file) => new URL(file, HERE).pathname);
const CACHE = "hotdice-__VERSION__";
/** Solved tables, which the page's coach keeps; they outlive versions, for they are checked by their hash. */
const TABLES = "hotdice-tables";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
});

self.addEventListener("message", (event) => {
  if (event.data === "now") self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  const old = caches.keys().then((names) => names.filter((name) => name.startsWith("hotdice-") && name !== CACHE && name !== TABLES));
  event.waitUntil(old.then((names) => Promise.all(names.map((name) => caches.delete(name)))).then(() => self.clients.claim()));
});

// Somebody taps the news that it is their turn: to the page where it is open, else a new one.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const shown = self.clients.matchAll({ type: "window" }).then((pages) => pages[0]?.focus() ?? self.clients.openWindow(event.notification.data));
  event.waitUntil(shown);
});

// The start is asked for first and remembered second; files whose names carry a hash the other way round.
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin || !FILES.includes(url.pathname)) return;
  const known = caches.match(url.pathname);
  if (url.pathname.includes("/assets/")) {
    event.respondWith(known.then((found) => found ?? fetch(event.request)));
  } else {
    event.respondWith(fetch(event.request).catch(() => known.then((found) => found ?? Response.error())));
  }
});
