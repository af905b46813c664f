import { useCallback, useEffect, useState } from 'react';

const SECOND = 1000;

/** Whole seconds until a wait is over, 0 without one; and a function that starts a wait of so many ms. */
export function useCountdown(): [secondsLeft: number, start: (wait: number) => void] {
  const [end, setEnd] = useState(0);
  const [now, setNow] = useState(0);
  const secondsLeft = Math.max(0, Math.ceil((end - now) / SECOND));
  const running = secondsLeft > 0;

  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNow(Date.now()), SECOND);
    return () => clearInterval(timer);
  }, [running]);

  const start = useCallback((wait: number) => {
    setNow(Date.now());
    setEnd(Date.now() + wait);
  }, []);
  return [secondsLeft, start];
}
