export function browserHooks({ useCallback, useEffect, useRef, useState, useSyncExternalStore }) {
  return {
    /** Whether a media query holds; false on the server. */
    useMediaQuery(query, browser = globalThis.window) {
      const subscribe = useCallback(
        (listener) => {
          const media = browser.matchMedia(query);
          media.addEventListener('change', listener);
          return () => media.removeEventListener('change', listener);
        },
        [query, browser],
      );
      return useSyncExternalStore(
        subscribe,
        () => browser.matchMedia(query).matches,
        () => false,
      );
    },

    /** Whether there is a network; true on the server. */
    useOnline(browser = globalThis.window) {
      const subscribe = useCallback(
        (listener) => {
          for (const name of ['online', 'offline']) browser.addEventListener(name, listener);
          return () => {
            for (const name of ['online', 'offline']) browser.removeEventListener(name, listener);
          };
        },
        [browser],
      );
      return useSyncExternalStore(
        subscribe,
        () => browser.navigator.onLine,
        () => true,
      );
    },

    /** Listens while it is on the screen; the handler may change freely. */
    useEventListener(target, name, handler) {
      const latest = useRef(handler);
      useEffect(() => {
        latest.current = handler;
      });
      useEffect(() => {
        const listen = (event) => latest.current(event);
        target?.addEventListener(name, listen);
        return () => target?.removeEventListener(name, listen);
      }, [target, name]);
    },

    /** `[copied, copy]`: copies a text, and says so for two seconds. `copy` resolves with false where it is forbidden. */
    useClipboard(clipboard = globalThis.navigator?.clipboard) {
      const [copied, set] = useState(false);
      useEffect(() => {
        if (!copied) return undefined;
        const timer = setTimeout(() => set(false), 2000);
        return () => clearTimeout(timer);
      }, [copied]);
      const copy = useCallback(
        async (text) => {
          try {
            await clipboard.writeText(text);
            set(true);
            return true;
          } catch {
            return false;
          }
        },
        [clipboard],
      );
      return [copied, copy];
    },
  };
}
