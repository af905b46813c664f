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

/** Returns the progress from 0 to 1 (product 9.10); always 1 if the user prefers reduced motion. */
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
