export function stateHooks({ useCallback, useEffect, useRef, useState }) {
  return {
    /** A value that is on or off: `[on, toggle, set]`. */
    useToggle(first = false) {
      const [on, set] = useState(first);
      const toggle = useCallback(() => set((before) => !before), []);
      return [on, toggle, set];
    },

    /** What a value was at the last rendering; undefined at the first. */
    usePrevious(value) {
      const previous = useRef(undefined);
      useEffect(() => {
        previous.current = value;
      });
      return previous.current;
    },

    /** Like useState, but kept in storage. What cannot be read is taken for the first value. */
    useStored(key, first, storage = globalThis.localStorage) {
      const [value, set] = useState(() => {
        try {
          const text = storage.getItem(key);
          return text === null ? first : JSON.parse(text);
        } catch {
          return first;
        }
      });
      useEffect(() => {
        try {
          storage.setItem(key, JSON.stringify(value));
        } catch {
          // Full or forbidden: the value lasts for the page.
        }
      }, [key, value, storage]);
      return [value, set];
    },
  };
}
