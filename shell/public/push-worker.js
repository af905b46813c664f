/**
 * The site's only service worker. Never rename it: a rollback of the shell must replace it.
 *
 * Push: shows messages while no page of the site is visible, and opens their page on a click. Firebase Cloud Messaging sends
 * `{ notification: { title, body }, data: { path } }`.
 */

/** A path of this site; rejects URLs of other origins. */
const OWN_PATH = /^\/(?![/\\])[^\t\r\n]*$/;

const matchPages = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });

/** Falls back to a generic notification: browsers revoke the permission of sites that show none. */
function parseMessage(data) {
  try {
    return data.json();
  } catch {
    return {};
  }
}

async function showMessage(data) {
  // A visible page shows a toast.
  if ((await matchPages()).some((page) => page.visibilityState === 'visible')) return;
  const { notification = {}, data: details = {} } = parseMessage(data);
  const path = OWN_PATH.test(details.path ?? '') ? details.path : '/notifications';
  await self.registration.showNotification(notification.title ?? 'Solvent', {
    body: notification.body ?? 'You have a new notification',
    icon: '/favicon.svg',
    // Replaces the previous notification for the same page, with sound.
    tag: path,
    renotify: true,
    data: { path },
  });
}

async function openPage(path) {
  const pages = await matchPages();
  const samePage = pages.find((page) => page.url === new URL(path, self.location.origin).href);
  if (samePage) return samePage.focus();
  // navigate() rejects for a page that this worker does not control. One click allows one focus or openWindow call.
  const navigated = await pages[0]?.navigate(path).catch(() => null);
  return navigated ? navigated.focus() : self.clients.openWindow(path);
}

self.addEventListener('push', (event) => event.waitUntil(showMessage(event.data)));

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data?.path ?? '/notifications'));
});

/**
 * Offline: serves the frame for any path, and the files that pages have loaded. Never caches data or rendered pages. Online, pages and
 * files come from the network, so only the server decides what is live.
 */
const CACHE_NAME = 'frame';
/** No remote owns this path, so its page is the frame without preload hints or rendered content. */
const FRAME_PATH = '/offline';
const FILES_MAX = 300;
/** Release files. Named by their content, so cached by path for every release and origin (ASSETS_URL). */
const FILE_PATTERN = /\/(?:shell|remotes\/[\w-]+)\/files\/[\w.-]+$/;
const getFilePath = (address) => FILE_PATTERN.exec(new URL(address, self.location.origin).pathname)?.[0];
const REVISION_HEADER = 'x-solvent-revision';

/** IDs of clients that were loaded offline. */
const offlineClients = new Set();

const findFileUrls = (html) => [...html.matchAll(/(?:src|href)="([^"?]+)"/g)].map(([, path]) => path);

/** Caches new files and deletes the oldest ones above the maximum. */
async function cacheFiles(addresses) {
  const cache = await caches.open(CACHE_NAME);
  for (const address of addresses) {
    const path = getFilePath(address);
    if (path === undefined || (await cache.match(path))) continue;
    const fetchFile = async (url) => {
      const response = await fetch(url);
      if (!response.ok) throw new Error(`${url}: ${response.status}`);
      await cache.put(path, response);
    };
    // This origin has all files.
    await fetchFile(address)
      .catch(() => fetchFile(path))
      .catch(() => undefined);
  }
  const files = (await cache.keys()).filter(({ url }) => getFilePath(url) !== undefined);
  await Promise.all(files.slice(0, Math.max(0, files.length - FILES_MAX)).map((file) => cache.delete(file)));
}

async function cacheFrame() {
  const page = await fetch(FRAME_PATH, { credentials: 'omit', cache: 'no-store' });
  if (!page.headers.has(REVISION_HEADER)) return;
  const html = await page.text();
  await cacheFiles(findFileUrls(html));
  const cache = await caches.open(CACHE_NAME);
  await cache.put(FRAME_PATH, new Response(html, { headers: page.headers }));
}

/** Updates the cached frame after a page of another revision. */
async function updateFrame(live) {
  const cached = await (await caches.open(CACHE_NAME)).match(FRAME_PATH);
  if (live !== null && cached?.headers.get(REVISION_HEADER) !== live) await cacheFrame();
}

async function loadPage(event) {
  try {
    const page = (await event.preloadResponse) ?? (await fetch(event.request));
    event.waitUntil(updateFrame(page.headers.get(REVISION_HEADER)).catch(() => undefined));
    return page;
  } catch (error) {
    const frame = await (await caches.open(CACHE_NAME)).match(FRAME_PATH);
    if (!frame) throw error;
    offlineClients.add(event.resultingClientId);
    return frame;
  }
}

async function loadFile(request) {
  return (await (await caches.open(CACHE_NAME)).match(getFilePath(request.url))) ?? fetch(request);
}

self.addEventListener('install', (event) => {
  self.skipWaiting();
  event.waitUntil(cacheFrame().catch(() => undefined));
});

/** Firefox shows its own error page if the preload fails, whatever the worker responds (GoogleChrome/workbox#3134). */
const isPreloadBroken = navigator.userAgent.includes('Firefox/');

self.addEventListener('activate', (event) => {
  const preload = self.registration.navigationPreload;
  // The browser stores the state, and earlier workers enabled it everywhere.
  event.waitUntil(isPreloadBroken ? preload?.disable() : preload?.enable());
});

/** Files that a page has loaded (cache-frame.ts). */
self.addEventListener('message', (event) => {
  if (Array.isArray(event.data?.files)) event.waitUntil(cacheFiles(event.data.files));
});

self.addEventListener('fetch', (event) => {
  const { request, clientId } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') {
    if (origin === self.location.origin && !/^\/(?:api|dev)(?:\/|$)/.test(pathname)) event.respondWith(loadPage(event));
  } else if (getFilePath(request.url) !== undefined && (offlineClients.has(clientId) || !navigator.onLine))
    event.respondWith(loadFile(request));
});
