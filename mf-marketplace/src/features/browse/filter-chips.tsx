import { CATEGORIES } from '@solvent/contracts';
import { getProblemStatusLabel } from '@solvent/kit';
import { Button, Span, Wrap } from '@solvent/ui';
import { X } from 'lucide-react';
import { useRef } from 'react';
import { FULL_PRICE, isSamePrice } from './filters.ts';
import type { ProblemFilters } from './filters.ts';
import { priceRangeText } from './price-range-slider.tsx';
import type { ChangeFilters } from './use-filters.ts';

interface ActiveFilter {
  label: string;
  off: Partial<ProblemFilters>;
}

/** All that narrows the list. The opening price range is one of them: nobody shall miss that dearer problems exist. */
export function activeFilters({ search, tags, price, category, status }: ProblemFilters): ActiveFilter[] {
  return [
    ...(search ? [{ label: `“${search}”`, off: { search: '' } }] : []),
    ...(category ? [{ label: CATEGORIES[category], off: { category: undefined } }] : []),
    ...(isSamePrice(price, FULL_PRICE) ? [] : [{ label: priceRangeText(price), off: { price: FULL_PRICE } }]),
    ...(status ? [{ label: getProblemStatusLabel(status), off: { status: undefined } }] : []),
    ...tags.map((tag) => ({ label: tag, off: { tags: tags.filter((other) => other !== tag) } })),
  ];
}

export function FilterChips({ active, onChange }: { active: readonly ActiveFilter[]; onChange: ChangeFilters }) {
  const ref = useRef<HTMLDivElement>(null);

  function turnOff({ off }: ActiveFilter) {
    // The pressed chip goes away: without this the focus would start again at the top of the page.
    ref.current?.focus({ preventScroll: true });
    onChange(off);
  }

  return (
    <Wrap
      ref={ref}
      role="group"
      aria-label="Active filters"
      tabIndex={-1}
      outline="0"
      gap="1.5"
      minH="28px"
      justify={{ sm: 'flex-end' }}
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
          onClick={() => turnOff(filter)}
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
