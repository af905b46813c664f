import { PROBLEM_SORTS } from '@solvent/contracts';
import type { ProblemSort } from '@solvent/contracts';
import { Box, chakra } from '@solvent/ui';
import { ChevronDown } from 'lucide-react';

const LABELS: Record<ProblemSort, string> = { newest: 'Newest', budget: 'Highest budget', bids: 'Most bids' };

/** The order of the list. A native select: it needs none of the code that the forms bring along. */
export function SortSelect({ sort, onSort }: { sort: ProblemSort; onSort: (sort: ProblemSort) => void }) {
  return (
    <Box position="relative" flexShrink="0">
      <chakra.select
        aria-label="Sort"
        value={sort}
        onChange={(event) => onSort(PROBLEM_SORTS.find((known) => known === event.target.value) ?? 'newest')}
        appearance="none"
        h="36px"
        ps="3"
        pe="9"
        fontSize={{ base: '16px', md: '14px' }}
        bg="bg.panel"
        borderWidth="1px"
        borderColor="border.control"
        rounded="l2"
        cursor="pointer"
        focusVisibleRing="outside"
        css={{ '@media (pointer: coarse)': { minH: '44px' } }}
      >
        {PROBLEM_SORTS.map((value) => (
          <option key={value} value={value}>
            {LABELS[value]}
          </option>
        ))}
      </chakra.select>
      <Box position="absolute" insetEnd="3" top="50%" transform="translateY(-50%)" pointerEvents="none" color="fg.muted" aria-hidden>
        <ChevronDown size={16} />
      </Box>
    </Box>
  );
}
