import { Button, Span, Wrap } from '@solvent/ui';
import { X } from 'lucide-react';
import { useRef } from 'react';
import type { ActiveFilter } from './active-filters.ts';
import type { ChangeFilters } from './use-filters.ts';

/** The filters that are on, each a button that turns it off. */
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
