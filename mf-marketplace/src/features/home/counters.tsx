import { HOME_COUNTERS } from '@solvent/contracts';
import { Box, chakra, useHydrated } from '@solvent/ui';
import { useEffect, useState } from 'react';

const { steps, duration, delay } = HOME_COUNTERS;

const prefersReducedMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

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
 * How far the counters are, from 0 to 1: 30 steps over 2 s that start 500 ms after load (product 9.10); 1 at once for
 * people who prefer reduced motion.
 */
function useCounterProgress(): number {
  const [step, setStep] = useState(0);
  const isReduced = useHydrated() && prefersReducedMotion();
  useEffect(() => (isReduced ? undefined : countSteps(setStep)), [isReduced]);
  return isReduced ? 1 : step / steps;
}

const COUNTERS = [
  { label: 'Problems', end: HOME_COUNTERS.problems },
  { label: 'Rewards', end: HOME_COUNTERS.rewards },
  { label: 'Developers', end: HOME_COUNTERS.developers },
] as const;

/** The hero's three animated figures (product 9.10). Figures of one width, so that nothing moves while they count. */
export function Counters() {
  const progress = useCounterProgress();
  return (
    <chakra.dl display="flex" gap={{ base: '8', md: '12' }} aria-label="Solvent in figures">
      {COUNTERS.map(({ label, end }) => (
        <Box key={label} display="flex" flexDirection="column-reverse" minW={{ base: '72px', md: '88px' }}>
          <chakra.dt color="fg.muted">{label}</chakra.dt>
          <chakra.dd
            textStyle="pageTitle"
            fontSize={{ base: '28px', md: '32px' }}
            lineHeight="1.25"
            fontVariantNumeric="tabular-nums"
          >
            {Math.round(end * progress)}
          </chakra.dd>
        </Box>
      ))}
    </chakra.dl>
  );
}
