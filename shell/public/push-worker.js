/**
 * Shows push messages while no page of the site is in front, and opens what they are about. Firebase Cloud Messaging sends
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
