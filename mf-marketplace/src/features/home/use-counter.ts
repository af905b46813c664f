import { HOME_COUNTERS } from '@solvent/contracts';
import { useEffect, useState } from 'react';

const prefersStillness = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * How far the counters are, from 0 to 1: 30 steps over 2 s that start 500 ms after load (spec 9); 1 at once for
 * people who prefer reduced motion.
 */
export function useCounterProgress(): number {
  const [step, setStep] = useState(() => (prefersStillness() ? HOME_COUNTERS.steps : 0));
  useEffect(() => {
    if (step >= HOME_COUNTERS.steps) return;
    const stepTime = HOME_COUNTERS.duration / HOME_COUNTERS.steps;
    const timer = setTimeout(() => setStep(step + 1), step === 0 ? HOME_COUNTERS.delay + stepTime : stepTime);
    return () => clearTimeout(timer);
  }, [step]);
  return step / HOME_COUNTERS.steps;
}
