/** The site's worker (shell/public/push-worker.js). */
const WORKER = '/push-worker.js';

/** What this page has loaded, by address. */
const loadedFiles = () =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin }) => origin === location.origin)
    .map(({ pathname }) => pathname);

/**
 * Has the frame and the files of this page kept, so that a reload without a network shows them (decision 0060). Told anew of what came
 * late each time that the page goes out of sight.
 */
export async function keepFrame(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.register(WORKER);
  const { active } = await navigator.serviceWorker.ready;
  const tell = () => active?.postMessage({ files: loadedFiles() });
  tell();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') tell();
  });
}
