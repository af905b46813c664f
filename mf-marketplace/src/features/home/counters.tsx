import { HOME_COUNTERS } from '@solvent/contracts';
import { Box, chakra } from '@solvent/ui';
import { useCounterProgress } from './use-counter-progress.ts';

const COUNTERS = [
  { label: 'Problems', end: HOME_COUNTERS.problems },
  { label: 'Rewards', end: HOME_COUNTERS.rewards },
  { label: 'Developers', end: HOME_COUNTERS.developers },
] as const;

/** The hero's three animated figures (spec 2 and 9). Figures of one width, so that nothing moves while they count. */
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
