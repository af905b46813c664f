/** Long after the first paint, and before a person leaves: what follows must not take bandwidth from the page. */
const IDLE_TIMEOUT_MS = 3000;

/**
 * Calls `work` once the page and all that it asked for at first is there, and the browser has time.
 *
 * @returns a function that stops it
 */
export function runAfterLoad(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onIdle = () => {
    timer = setTimeout(work, 0);
  };
  const onLoad = () => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(onIdle, { timeout: IDLE_TIMEOUT_MS });
    else onIdle();
  };
  if (document.readyState === 'complete') onLoad();
  else window.addEventListener('load', onLoad, { once: true });
  return () => {
    window.removeEventListener('load', onLoad);
    clearTimeout(timer);
  };
}
