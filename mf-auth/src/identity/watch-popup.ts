/** How often a popup is looked at (ms). */
const LOOK_EVERY = 250;

/**
 * Tells when the next window that this page opens is closed. The SDK keeps its popup to itself, and takes about ten
 * seconds to give up on a closed one: it cannot know whether the person is still being signed in.
 *
 * @returns ends the watch
 */
export function watchNextPopup(onClosed: () => void): () => void {
  const open = window.open.bind(window);
  const previous = window.open;
  let timer: ReturnType<typeof setInterval> | undefined;
  const stop = () => {
    if (window.open === openWatched) window.open = previous;
    clearInterval(timer);
  };
  function openWatched(...args: Parameters<typeof open>): Window | null {
    stop();
    const popup = open(...args);
    timer = setInterval(() => {
      if (!popup?.closed) return;
      stop();
      onClosed();
    }, LOOK_EVERY);
    return popup;
  }
  window.open = openWatched;
  return stop;
}
