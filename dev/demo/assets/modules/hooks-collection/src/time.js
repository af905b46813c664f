export function timeHooks({ useEffect, useRef, useState }) {
  /** The latest of a function, so that a timer need not begin anew when it changes. */
  function useLatest(value) {
    const latest = useRef(value);
    useEffect(() => {
      latest.current = value;
    });
    return latest;
  }

  return {
    /** A value that follows once it has been the same for so long (ms). */
    useDebounce(value, delay) {
      const [late, set] = useState(value);
      useEffect(() => {
        const timer = setTimeout(() => set(value), delay);
        return () => clearTimeout(timer);
      }, [value, delay]);
      return late;
    },

    /** Calls a function again and again (ms); null stops it. */
    useInterval(callback, delay) {
      const latest = useLatest(callback);
      useEffect(() => {
        if (delay === null) return undefined;
        const timer = setInterval(() => latest.current(), delay);
        return () => clearInterval(timer);
      }, [delay, latest]);
    },

    /** Calls a function once, after a time (ms); null stops it. */
    useTimeout(callback, delay) {
      const latest = useLatest(callback);
      useEffect(() => {
        if (delay === null) return undefined;
        const timer = setTimeout(() => latest.current(), delay);
        return () => clearTimeout(timer);
      }, [delay, latest]);
    },
  };
}
