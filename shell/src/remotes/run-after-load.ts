const IDLE_TIMEOUT_MS = 3000;

/** Calls `work` when the page has loaded and the browser is idle. @returns a function that cancels it */
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
