import { CATEGORIES } from '@solvent/contracts';
import { getProblemStatusLabel } from '@solvent/kit';
import { Button, Span, Wrap } from '@solvent/ui';
import { X } from 'lucide-react';
import { useRef } from 'react';
import { FULL_PRICE, isPriceChosen } from './filters.ts';
import type { ProblemFilters } from './filters.ts';
import { formatPriceRange } from './price-range-slider.tsx';
import type { ChangeFilters } from './use-filters.ts';

const formatDueWithin = (days: number): string => `Done within ${days} days`;

interface ActiveFilter {
  label: string;
  removal: Partial<ProblemFilters>;
}

/** Returns all filters that the user has set. @param hasPrice whether to include the price */
export function getActiveFilters(
  { search, tags, price, category, status, dueWithin }: ProblemFilters,
  hasPrice = isPriceChosen(price),
): ActiveFilter[] {
  return [
    ...(search ? [{ label: `“${search}”`, removal: { search: '' } }] : []),
    ...(category ? [{ label: CATEGORIES[category], removal: { category: undefined } }] : []),
    ...(hasPrice ? [{ label: formatPriceRange(price), removal: { price: FULL_PRICE } }] : []),
    ...(status ? [{ label: getProblemStatusLabel(status), removal: { status: undefined } }] : []),
    ...(dueWithin ? [{ label: formatDueWithin(dueWithin), removal: { dueWithin: undefined } }] : []),
    ...tags.map((tag) => ({ label: tag, removal: { tags: tags.filter((other) => other !== tag) } })),
  ];
}

export function FilterChips({ active, onChange }: { active: readonly ActiveFilter[]; onChange: ChangeFilters }) {
  const ref = useRef<HTMLDivElement>(null);

  function removeFilter({ removal }: ActiveFilter) {
    // The chip disappears: keep the focus near instead of at the top of the page.
    ref.current?.focus({ preventScroll: true });
    onChange(removal);
  }

  return (
    <Wrap
      ref={ref}
      role="group"
      aria-label="Active filters"
      tabIndex={-1}
      outline="0"
      gap="1.5"
      justify={{ sm: 'flex-end' }}
      css={{ '&:not(:empty)': { mb: '3' } }}
    >
      {active.map((filter) => (
        <Button
          key={filter.label}
          size="xs"
          h="28px"
          variant="subtle"
          colorPalette="gray"
          fontWeight="500"
          maxW="240px"
          aria-label={`Remove filter ${filter.label}`}
          onClick={() => removeFilter(filter)}
        >
          <Span truncate fontVariantNumeric="tabular-nums">
            {filter.label}
          </Span>
          <X size={12} aria-hidden />
        </Button>
      ))}
    </Wrap>
  );
}
