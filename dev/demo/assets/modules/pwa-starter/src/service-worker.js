/** Runs in the service worker; `settings` stands before it as JSON. Everything that it needs is inside. */
function worker(settings) {
  const { version, files, offlinePage, networkPatience } = settings;
  const name = `app-${version}`;

  self.addEventListener('install', (event) => {
    event.waitUntil(caches.open(name).then((cache) => cache.addAll([...files, offlinePage])));
  });

  self.addEventListener('activate', (event) => {
    const removeOld = async () => {
      const names = await caches.keys();
      await Promise.all(names.filter((other) => other.startsWith('app-') && other !== name).map((old) => caches.delete(old)));
      await self.clients.claim();
    };
    event.waitUntil(removeOld());
  });

  // The page asks for this once its person has said yes to the new version.
  self.addEventListener('message', (event) => {
    if (event.data === 'take over') self.skipWaiting();
  });

  const quickFetch = (request) =>
    Promise.race([
      fetch(request),
      new Promise((_, fail) => {
        setTimeout(() => fail(new Error('The network is too slow')), networkPatience);
      }),
    ]);

  /** Pages come from the network; without it the same page as it was stored, else the page that says so. */
  async function page(request) {
    try {
      return await quickFetch(request);
    } catch {
      return (await caches.match(request)) ?? caches.match(offlinePage);
    }
  }

  const file = async (request) => (await caches.match(request)) ?? fetch(request);

  self.addEventListener('fetch', (event) => {
    const { request } = event;
    if (request.method !== 'GET' || new URL(request.url).origin !== self.location.origin) return;
    event.respondWith(request.mode === 'navigate' ? page(request) : file(request));
  });
}

/**
 * The text of a service worker. A new `version` makes a new cache and removes the old one; the files are those that the app
 * needs to start.
 */
export function serviceWorkerOf({ version, files, offlinePage = '/offline.html', networkPatience = 4000 }) {
  if (!version) throw new TypeError('A version is needed: without one, nobody ever gets a new app');
  return `(${worker.toString()})(${JSON.stringify({ version, files, offlinePage, networkPatience })});\n`;
}
