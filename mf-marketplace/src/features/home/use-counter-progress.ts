import { HOME_COUNTERS } from '@solvent/contracts';
import { useEffect, useState } from 'react';

const { steps, duration, delay } = HOME_COUNTERS;

const prefersStillness = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** @returns a function that stops it */
function countSteps(onStep: (step: number) => void): () => void {
  let step = 0;
  let interval: ReturnType<typeof setInterval> | undefined;
  const start = setTimeout(() => {
    interval = setInterval(() => {
      step += 1;
      onStep(step);
      if (step === steps) clearInterval(interval);
    }, duration / steps);
  }, delay);
  return () => {
    clearTimeout(start);
    clearInterval(interval);
  };
}

/**
 * How far the counters are, from 0 to 1: 30 steps over 2 s that start 500 ms after load (spec 9); 1 at once for
 * people who prefer reduced motion.
 */
export function useCounterProgress(): number {
  const [step, setStep] = useState(() => (prefersStillness() ? steps : 0));
  useEffect(() => (prefersStillness() ? undefined : countSteps(setStep)), []);
  return step / steps;
}
