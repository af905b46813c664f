import { Box, Stack } from '@solvent/ui';
import { memo } from 'react';
import { ProblemCard } from '../../problem/problem-card.tsx';
import type { ListedProblem } from '../../problem/listed-problem.ts';
import { useWindowed } from './use-windowed.ts';

interface ProblemBlockProps {
  problems: readonly ListedProblem[];
  /** Place of the first one in the whole list, from 1. */
  firstPlace: number;
  /** How many match in all; -1 when nobody knows. */
  total: number;
}

/**
 * One page of the list. Far from the viewport it is an empty block of the same height: with 10,000 problems some
 * fifty cards stand in the document. `content-visibility` would save painting, not the 10,000 cards themselves.
 */
export const ProblemBlock = memo(function ProblemBlock({ problems, firstPlace, total }: ProblemBlockProps) {
  const { ref, height } = useWindowed(problems);
  return (
    <Box ref={ref} style={{ height }}>
      {height === undefined ? (
        <Stack gap="3" pb="3">
          {problems.map((problem, index) => (
            <Box key={problem._id} role="listitem" aria-posinset={firstPlace + index} aria-setsize={total}>
              <ProblemCard problem={problem} />
            </Box>
          ))}
        </Stack>
      ) : null}
    </Box>
  );
});
