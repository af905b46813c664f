import type { ModuleSort } from '@solvent/contracts';
import { SearchField, SortSelect } from '@solvent/kit';
import type { useSearchDraft } from '@solvent/kit';
import { Flex, Stack } from '@solvent/ui';
import { PriceFilter } from './price-filter.tsx';
import { TagFilter } from './tag-filter.tsx';
import type { useCatalogueFilters } from './use-catalogue-filters.ts';

const SORTS: { value: ModuleSort; label: string }[] = [
  { value: 'popular', label: 'Most popular' },
  { value: 'newest', label: 'Newest' },
  { value: 'rating', label: 'Top rated' },
  { value: 'price', label: 'Price' },
];

interface FilterBarProps extends Pick<ReturnType<typeof useCatalogueFilters>, 'filters' | 'change'> {
  search: ReturnType<typeof useSearchDraft>;
}

/** Search, free or paid, order and technologies. */
export function FilterBar({ filters, change, search: { draft, setDraft, searchNow } }: FilterBarProps) {
  return (
    <Stack gap="3" mb="5">
      <Flex gap="3" direction={{ base: 'column', md: 'row' }}>
        <SearchField
          label="Search modules"
          placeholder="Search modules..."
          draft={draft}
          onDraft={setDraft}
          onSubmit={searchNow}
        />
        <Flex gap="3" justify="space-between" wrap="wrap">
          <PriceFilter value={filters.price} onChange={(price) => change({ price })} />
          <SortSelect value={filters.sort} options={SORTS} onChange={(sort) => change({ sort })} />
        </Flex>
      </Flex>
      <TagFilter value={filters.tags} onChange={(tags) => change({ tags })} />
    </Stack>
  );
}
