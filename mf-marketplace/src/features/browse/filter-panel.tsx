import { CATEGORIES, CATEGORY_VALUES, FILTER_TECHNOLOGIES, PROBLEM, PROBLEM_STATUSES } from '@solvent/contracts';
import { ChipGroup, getProblemStatusLabel, ToggleChip } from '@solvent/kit';
import { Box, Span, Stack, Text } from '@solvent/ui';
import { useId } from 'react';
import type { ComponentProps } from 'react';
import { useCategoryCounts } from '../../api/problem-counts.ts';
import { toQuery } from './filters.ts';
import type { ProblemFilters } from './filters.ts';
import { PriceRangeSlider } from './price-range-slider.tsx';
import type { ChangeFilters } from './use-filters.ts';

export interface FilterPanelProps {
  filters: ProblemFilters;
  onChange: ChangeFilters;
}

function Group({ title, ...props }: ComponentProps<typeof ChipGroup> & { title: string }) {
  const id = useId();
  return (
    <Box>
      <Text id={id} fontWeight="500" mb="2.5">
        {title}
      </Text>
      <ChipGroup aria-labelledby={id} wrap="wrap" {...props} />
    </Box>
  );
}

const CategoryRow = (props: ComponentProps<typeof ToggleChip>) => (
  <ToggleChip
    w="full"
    justifyContent="space-between"
    textStyle="ui"
    borderColor="transparent"
    {...(props.pressed ? {} : { bg: 'transparent', fontWeight: '400' })}
    {...props}
  />
);

/** One category at most, each with the number of problems that it would show (product 2.47). */
function Categories({ filters, onChange }: FilterPanelProps) {
  const { counts, isStale } = useCategoryCounts(toQuery(filters));
  const choose = (category: ProblemFilters['category']) => onChange({ category });
  return (
    <Group title="Categories" direction="column" wrap="nowrap" gap="0.5" mx="-2.5">
      <CategoryRow pressed={filters.category === undefined} onClick={() => choose(undefined)}>
        All
      </CategoryRow>
      {CATEGORY_VALUES.map((value) => {
        const pressed = value === filters.category;
        return (
          <CategoryRow key={value} pressed={pressed} onClick={() => choose(pressed ? undefined : value)}>
            {CATEGORIES[value]}
            <Span color="fg.subtle" fontVariantNumeric="tabular-nums" visibility={isStale ? 'hidden' : undefined}>
              {counts[value]}
            </Span>
          </CategoryRow>
        );
      })}
    </Group>
  );
}

const toggleTag = (tags: readonly string[], tag: string) =>
  tags.includes(tag) ? tags.filter((other) => other !== tag) : [...tags, tag];

export function FilterPanel({ filters, onChange }: FilterPanelProps) {
  const { price, status, dueWithin, tags } = filters;
  return (
    <Stack gap="5">
      <PriceRangeSlider price={price} onCommit={(next) => onChange({ price: next })} />
      <Categories filters={filters} onChange={onChange} />
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
      <Group title="Done by">
        <ToggleChip pressed={dueWithin === undefined} onClick={() => onChange({ dueWithin: undefined })}>
          Any day
        </ToggleChip>
        {PROBLEM.dueWithinDays.map((days) => (
          <ToggleChip
            key={days}
            pressed={days === dueWithin}
            onClick={() => onChange({ dueWithin: days === dueWithin ? undefined : days })}
          >
            Within {days} days
          </ToggleChip>
        ))}
      </Group>
      <Group title="Technologies">
        {FILTER_TECHNOLOGIES.map((tag) => (
          <ToggleChip key={tag} pressed={tags.includes(tag)} onClick={() => onChange({ tags: toggleTag(tags, tag) })}>
            {tag}
          </ToggleChip>
        ))}
      </Group>
    </Stack>
  );
}
