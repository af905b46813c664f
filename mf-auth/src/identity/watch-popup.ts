/** How often a popup is looked at (ms). */
const POLL_INTERVAL_MS = 250;

/**
 * Tells when the next window that this page opens is closed. The SDK keeps its popup to itself, and takes about ten
 * seconds to give up on a closed one: it cannot know whether the person is still being signed in.
 *
 * @returns ends the watch
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
