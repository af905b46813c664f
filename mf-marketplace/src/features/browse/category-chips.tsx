import { CATEGORIES, CATEGORY_VALUES } from '@solvent/contracts';
import type { Category } from '@solvent/contracts';
import { ChipGroup, ToggleChip } from '@solvent/kit';
import { Span } from '@solvent/ui';
import { useCategoryCounts } from '../../api/problem-counts.ts';
import type { ListQuery } from '../../api/problems.ts';

interface CategoryChipsProps {
  query: ListQuery;
  category: Category | undefined;
  onCategory: (category: Category | undefined) => void;
}

export function CategoryChips({ query, category, onCategory }: CategoryChipsProps) {
  const { counts, isStale } = useCategoryCounts(query);
  return (
    <ChipGroup
      aria-label="Categories"
      gap="2"
      py="1"
      wrap={{ lg: 'wrap' }}
      overflowX={{ base: 'auto', lg: 'visible' }}
      mx={{ base: '-4', md: '-6', lg: '0' }}
      px={{ base: '4', md: '6', lg: '0' }}
      scrollbar="hidden"
    >
      <ToggleChip pressed={category === undefined} onClick={() => onCategory(undefined)}>
        All
      </ToggleChip>
      {CATEGORY_VALUES.map((value) => (
        <ToggleChip
          key={value}
          pe="1.5"
          pressed={value === category}
          onClick={() => onCategory(value === category ? undefined : value)}
        >
          {CATEGORIES[value]}
          <Span
            color="fg.subtle"
            fontVariantNumeric="tabular-nums"
            minW="1.4em"
            textAlign="start"
            visibility={isStale ? 'hidden' : undefined}
          >
            {counts[value]}
          </Span>
        </ToggleChip>
      ))}
    </ChipGroup>
  );
}
