/**
 * The one worker of the site. It keeps its name: a rollback of the shell then puts an earlier one in its place, whatever that does.
 *
 * First: shows push messages while no page of the site is in front, and opens what they are about. Firebase Cloud Messaging sends
 * `{ notification: { title, body }, data: { path } }`; `path` is a path of this site.
 */
const OWN_PATH = /^\/(?![/\\])[^\t\r\n]*$/;

const pages = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });

/** A message that cannot be read is shown as what it is at the least: browsers take the right away from who shows nothing. */
function read(data) {
  try {
    return data.json();
  } catch {
    return {};
  }
}

async function show(data) {
  // The page in front shows its own toast.
  if ((await pages()).some((page) => page.visibilityState === 'visible')) return;
  const { notification = {}, data: about = {} } = read(data);
  const path = OWN_PATH.test(about.path ?? '') ? about.path : '/notifications';
  await self.registration.showNotification(notification.title ?? 'Solvent', {
    body: notification.body ?? 'You have a new notification',
    icon: '/favicon.svg',
    // Of one matter the latest is shown alone; that there is more of it is heard.
    tag: path,
    renotify: true,
    data: { path },
  });
}

async function open(path) {
  const all = await pages();
  const there = all.find((page) => page.url === new URL(path, self.location.origin).href);
  if (there) return there.focus();
  // A page that was opened before the worker is not its to lead. A click lets one window come forward: so it is tried first.
  const led = await all[0]?.navigate(path).catch(() => null);
  return led ? led.focus() : self.clients.openWindow(path);
}

self.addEventListener('push', (event) => event.waitUntil(show(event.data)));

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.path ?? '/notifications'));
});

/**
 * Second: without a network it answers a page load with the frame, which every path shares, and with the files that pages had loaded.
 * Data never comes from here: nothing under /api is looked at, and of pages with something in them none is kept. While there is a
 * network, pages come from there, and files as if there were no worker: what is live is decided by the server alone.
 */
const KEPT = 'frame';
/** Nobody owns this path, so that its page is the frame and no more: no page's hints, nothing that a server made. */
const FRAME = '/offline';
const FILES_MAX = 300;
/**
 * Named by their content: what is kept of them is what any release means by the name, wherever it came from. A page may have its files from
 * another place (ASSETS_URL), and says so; they are kept by their path.
 */
const FILE = /\/(?:shell|remotes\/[\w-]+)\/files\/[\w.-]+$/;
const pathOf = (address) => FILE.exec(new URL(address, self.location.origin).pathname)?.[0];
const REVISION = 'x-solvent-revision';

/** Pages that came without a network. */
const withoutNetwork = new Set();

const filesIn = (html) => [...html.matchAll(/(?:src|href)="([^"?]+)"/g)].map(([, path]) => path);

/** Keeps files that are not kept yet; those that were kept first go once there are many. */
async function keepFiles(addresses) {
  const cache = await caches.open(KEPT);
  for (const address of addresses) {
    const path = pathOf(address);
    if (path === undefined || (await cache.match(path))) continue;
    const keep = async (from) => {
      const answer = await fetch(from);
      if (!answer.ok) throw new Error(`${from} is not there`);
      await cache.put(path, answer);
    };
    // This origin has all of them.
    await keep(address)
      .catch(() => keep(path))
      .catch(() => undefined);
  }
  const files = (await cache.keys()).filter(({ url }) => pathOf(url) !== undefined);
  await Promise.all(files.slice(0, Math.max(0, files.length - FILES_MAX)).map((file) => cache.delete(file)));
}

/** Keeps the frame of the revision that is live. */
async function keepFrame() {
  const page = await fetch(FRAME, { credentials: 'omit', cache: 'no-store' });
  if (!page.headers.has(REVISION)) return;
  const html = await page.text();
  await keepFiles(filesIn(html));
  const cache = await caches.open(KEPT);
  await cache.put(FRAME, new Response(html, { headers: page.headers }));
}

/** After a page of another revision the frame is kept anew. */
async function followRevision(live) {
  const kept = await (await caches.open(KEPT)).match(FRAME);
  if (live !== null && kept?.headers.get(REVISION) !== live) await keepFrame();
}

async function pageOf(event) {
  try {
    const page = (await event.preloadResponse) ?? (await fetch(event.request));
    event.waitUntil(followRevision(page.headers.get(REVISION)).catch(() => undefined));
    return page;
  } catch (error) {
    const frame = await (await caches.open(KEPT)).match(FRAME);
    if (!frame) throw error;
    withoutNetwork.add(event.resultingClientId);
    return frame;
  }
}

async function fileOf(request) {
  return (await (await caches.open(KEPT)).match(pathOf(request.url))) ?? fetch(request);
}

self.addEventListener('install', (event) => {
  self.skipWaiting();
  event.waitUntil(keepFrame().catch(() => undefined));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(self.registration.navigationPreload?.enable());
});

/** What a page has loaded. */
self.addEventListener('message', (event) => {
  if (Array.isArray(event.data?.files)) event.waitUntil(keepFiles(event.data.files));
});

self.addEventListener('fetch', (event) => {
  const { request, clientId } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') {
    if (origin === self.location.origin && !/^\/(?:api|dev)(?:\/|$)/.test(pathname)) event.respondWith(pageOf(event));
  } else if (pathOf(request.url) !== undefined && (withoutNetwork.has(clientId) || !navigator.onLine))
    event.respondWith(fileOf(request));
});
