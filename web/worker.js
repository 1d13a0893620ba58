// Keeps the page itself on the device, so that it opens without a network. Only where the browser allows workers
// (https, or this machine); games are never kept here, they are the server's.

const FILES = __FILES__;
const CACHE = "hotdice-__VERSION__";

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(FILES))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  const others = caches.keys().then((names) => names.filter((name) => name !== CACHE));
  event.waitUntil(others.then((names) => Promise.all(names.map((name) => caches.delete(name)))).then(() => self.clients.claim()));
});

// The start is asked for first and remembered second; files whose names carry a hash the other way round.
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin || !FILES.includes(url.pathname)) return;
  const known = caches.match(url.pathname);
  if (url.pathname.startsWith("/assets/")) {
    event.respondWith(known.then((found) => found ?? fetch(event.request)));
  } else {
    event.respondWith(fetch(event.request).catch(() => known.then((found) => found ?? Response.error())));
  }
});
