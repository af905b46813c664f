const POLL_INTERVAL_MS = 250;

/**
 * Calls `onClosed` when the next window that this page opens has closed. The SDK does not expose its popup and takes
 * about 10 s to detect that the user closed it.
 */
export function watchNextPopup(onClosed: () => void): () => void {
  const open = window.open.bind(window);
  const originalOpen = window.open;
  let timer: ReturnType<typeof setInterval> | undefined;
  const stop = () => {
    if (window.open === openAndWatch) window.open = originalOpen;
    clearInterval(timer);
  };
  function openAndWatch(...args: Parameters<typeof open>): Window | null {
    stop();
    const popup = open(...args);
    timer = setInterval(() => {
      if (!popup?.closed) return;
      stop();
      onClosed();
    }, POLL_INTERVAL_MS);
    return popup;
  }
  window.open = openAndWatch;
  return stop;
}
