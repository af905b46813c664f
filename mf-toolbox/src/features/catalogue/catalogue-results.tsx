import { CorrectedSearch, formatCount, LoadError } from '@solvent/kit';
import { Box, Button, EmptyState, Flex, LinkButton, Text } from '@solvent/ui';
import { PackageSearch } from 'lucide-react';
import { toSearchParams, hasActiveFilters, useModules } from '../../api/modules.ts';
import type { CatalogueFilters } from '../../api/modules.ts';
import { CardSkeletons, ModuleGrid } from '../../module/module-grid.tsx';
import { PageLinks } from './page-links.tsx';

interface CatalogueResultsProps {
  filters: CatalogueFilters;
  onReset: () => void;
}

function getEmptyTitle(filters: CatalogueFilters): string {
  if (filters.search) return `No modules for “${filters.search}”`;
  return hasActiveFilters(filters) ? 'No modules match these filters' : 'No modules yet';
}

function NoResults({ filters, onReset }: CatalogueResultsProps) {
  if (filters.page > 1) {
    return (
      <EmptyState
        icon={PackageSearch}
        as="h2"
        title="Nothing on this page"
        text="The list has fewer pages."
        action={
          <LinkButton to={{ search: toSearchParams({ ...filters, page: 1 }).toString() }} variant="outline" colorPalette="gray">
            Go to the first page
          </LinkButton>
        }
      />
    );
  }
  const isSearchOnly = !hasActiveFilters({ ...filters, search: '' });
  return (
    <EmptyState
      icon={PackageSearch}
      as="h2"
      title={getEmptyTitle(filters)}
      text={hasActiveFilters(filters) ? 'Try another search or fewer technologies.' : 'Published modules will appear here.'}
      action={
        hasActiveFilters(filters) ? (
          <Button variant="outline" colorPalette="gray" onClick={onReset}>
            {isSearchOnly ? 'Clear search' : 'Reset filters'}
          </Button>
        ) : undefined
      }
    />
  );
}

export function CatalogueResults({ filters, onReset }: CatalogueResultsProps) {
  const { data, isError, isPlaceholderData, isPending, error, refetch } = useModules(filters);
  const isEmpty = data?.modules.length === 0;
  return (
    <>
      <Flex align="center" justify="space-between" minH="36px" mb="3">
        <Text role="status" aria-label="Result count" color="fg.muted" fontVariantNumeric="tabular-nums">
          {isError || data?.total === undefined ? '' : formatCount(data.total, 'module')}
        </Text>
        {hasActiveFilters(filters) && !isEmpty ? (
          <Button variant="ghost" colorPalette="gray" size="sm" onClick={onReset}>
            Reset filters
          </Button>
        ) : null}
      </Flex>
      {isPending ? <CardSkeletons /> : null}
      {isError && !data ? (
        <LoadError as="h2" title="The modules could not be loaded" error={error} onRetry={() => void refetch()} />
      ) : null}
      {isEmpty ? <NoResults filters={filters} onReset={onReset} /> : null}
      {data && !isEmpty ? (
        <Box aria-busy={isPlaceholderData} opacity={isPlaceholderData ? 0.6 : 1} transition="opacity 150ms">
          <CorrectedSearch typed={filters.search} searchedFor={isPlaceholderData ? null : data.searchedFor} />
          <ModuleGrid modules={data.modules} />
          <PageLinks filters={filters} totalPages={data.totalPages} />
        </Box>
      ) : null}
    </>
  );
}
