import { Button, HStack } from '@solvent/ui';
import type { CatalogueFilters } from './catalogue-filters.ts';

type Price = CatalogueFilters['price'];

const CHOICES: { price: Price; label: string }[] = [
  { price: undefined, label: 'All' },
  { price: 'free', label: 'Free' },
  { price: 'paid', label: 'Paid' },
];

/** Free modules, paid ones, or both. */
export function PriceFilter({ value, onChange }: { value: Price; onChange: (price: Price) => void }) {
  return (
    <HStack role="group" aria-label="Price" gap="0.5" p="0.5" bg="bg.muted" rounded="l2">
      {CHOICES.map(({ price, label }) => {
        const chosen = price === value;
        return (
          <Button
            key={label}
            size="sm"
            h="32px"
            variant="plain"
            aria-pressed={chosen}
            bg={chosen ? 'bg.panel' : undefined}
            color={chosen ? 'fg' : 'fg.muted'}
            borderWidth="1px"
            borderColor={chosen ? 'border.emphasized' : 'transparent'}
            _hover={{ color: 'fg' }}
            onClick={() => onChange(price)}
          >
            {label}
          </Button>
        );
      })}
    </HStack>
  );
}
