import { FILTER_TECHNOLOGIES, PROBLEM_STATUSES } from '@solvent/contracts';
import { ChipGroup, getProblemStatusLabel, ToggleChip } from '@solvent/kit';
import { Box, Stack, Text } from '@solvent/ui';
import { useId } from 'react';
import type { ReactNode } from 'react';
import type { ProblemFilters } from './filters.ts';
import { PriceRangeSlider } from './price-range-slider.tsx';
import type { ChangeFilters } from './use-filters.ts';

export interface FilterPanelProps {
  filters: ProblemFilters;
  onChange: ChangeFilters;
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Box>
      <Text id={id} fontWeight="500" mb="2.5">
        {title}
      </Text>
      <ChipGroup aria-labelledby={id} wrap="wrap">
        {children}
      </ChipGroup>
    </Box>
  );
}

const withOrWithout = (tags: readonly string[], tag: string) =>
  tags.includes(tag) ? tags.filter((other) => other !== tag) : [...tags, tag];

/** Price range, status and technologies: in the side card on large screens, in the sheet on small ones. */
export function FilterPanel({ filters, onChange }: FilterPanelProps) {
  const { price, status, tags } = filters;
  return (
    <Stack gap="5">
      <PriceRangeSlider price={price} onCommit={(next) => onChange({ price: next })} />
      <Group title="Status">
        <ToggleChip pressed={status === undefined} onClick={() => onChange({ status: undefined })}>
          Any
        </ToggleChip>
        {PROBLEM_STATUSES.map((value) => (
          <ToggleChip
            key={value}
            pressed={value === status}
            onClick={() => onChange({ status: value === status ? undefined : value })}
          >
            {getProblemStatusLabel(value)}
          </ToggleChip>
        ))}
      </Group>
      <Group title="Technologies">
        {FILTER_TECHNOLOGIES.map((tag) => (
          <ToggleChip key={tag} pressed={tags.includes(tag)} onClick={() => onChange({ tags: withOrWithout(tags, tag) })}>
            {tag}
          </ToggleChip>
        ))}
      </Group>
    </Stack>
  );
}
