import { MODULE_TECHNOLOGIES } from '@solvent/contracts';
import type { ModuleSort } from '@solvent/contracts';
import { ChipGroup, SearchField, SortSelect, ToggleChip } from '@solvent/kit';
import type { useSearchDraft } from '@solvent/kit';
import { Button, Flex, HStack, Stack } from '@solvent/ui';
import type { CatalogueFilters } from '../../api/modules.ts';
import type { useCatalogueFilters } from './use-catalogue-filters.ts';

type Price = CatalogueFilters['price'];

const PRICE_OPTIONS: { price: Price; label: string }[] = [
  { price: undefined, label: 'All' },
  { price: 'free', label: 'Free' },
  { price: 'paid', label: 'Paid' },
];

function PriceFilter({ value, onChange }: { value: Price; onChange: (price: Price) => void }) {
  return (
    <HStack role="group" aria-label="Price" gap="0.5" p="0.5" bg="bg.muted" rounded="l2">
      {PRICE_OPTIONS.map(({ price, label }) => {
        const isSelected = price === value;
        return (
          <Button
            key={label}
            size="sm"
            h="32px"
            variant="plain"
            aria-pressed={isSelected}
            bg={isSelected ? 'bg.panel' : undefined}
            color={isSelected ? 'fg' : 'fg.muted'}
            borderWidth="1px"
            borderColor={isSelected ? 'border.emphasized' : 'transparent'}
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

interface TagFilterProps {
  value: string[];
  onChange: (tags: string[]) => void;
}

/** Technology chips; on phones one row that scrolls sideways. */
function TagFilter({ value, onChange }: TagFilterProps) {
  const toggle = (tag: string) => onChange(value.includes(tag) ? value.filter((other) => other !== tag) : [...value, tag]);
  return (
    <ChipGroup
      aria-label="Technologies"
      gap="1.5"
      wrap={{ base: 'nowrap', md: 'wrap' }}
      overflowX={{ base: 'auto', md: 'visible' }}
      mx={{ base: '-4', md: '0' }}
      px={{ base: '4', md: '0' }}
      py="1"
      scrollbar="hidden"
    >
      {MODULE_TECHNOLOGIES.map((tag) => (
        <ToggleChip key={tag} pressed={value.includes(tag)} onClick={() => toggle(tag)}>
          {tag}
        </ToggleChip>
      ))}
    </ChipGroup>
  );
}

const SORT_OPTIONS: { value: ModuleSort; label: string }[] = [
  { value: 'popular', label: 'Most popular' },
  { value: 'newest', label: 'Newest' },
  { value: 'rating', label: 'Top rated' },
  { value: 'price', label: 'Price' },
];

interface FilterBarProps extends Pick<ReturnType<typeof useCatalogueFilters>, 'filters' | 'change'> {
  search: ReturnType<typeof useSearchDraft>;
}

export function FilterBar({ filters, change, search: { draft, setDraft, searchNow } }: FilterBarProps) {
  return (
    <Stack gap="3" mb="5">
      <Flex gap="3" direction={{ base: 'column', md: 'row' }}>
        <SearchField
          label="Search modules"
          name="search"
          placeholder="Search modules..."
          draft={draft}
          onDraft={setDraft}
          onSubmit={searchNow}
        />
        <Flex gap="3" justify="space-between" wrap="wrap">
          <PriceFilter value={filters.price} onChange={(price) => change({ price })} />
          <SortSelect value={filters.sort} options={SORT_OPTIONS} onChange={(sort) => change({ sort })} />
        </Flex>
      </Flex>
      <TagFilter value={filters.tags} onChange={(tags) => change({ tags })} />
    </Stack>
  );
}
