import { Box, Button, Flex, LinkButton, Notice, Text } from '@solvent/ui';
import { CloudAlert, PackageSearch } from 'lucide-react';
import { filterParams, isNarrowed, useModules } from '../../api/modules.ts';
import type { CatalogueFilters } from '../../api/modules.ts';
import { CardSkeletons, ModuleGrid } from '../../module/module-grid.tsx';
import { PageLinks } from './page-links.tsx';

interface CatalogueResultsProps {
  filters: CatalogueFilters;
  onReset: () => void;
}

function NothingFound({ filters, onReset }: CatalogueResultsProps) {
  if (filters.page > 1) {
    return (
      <Notice
        icon={PackageSearch}
        as="h2"
        title="There is nothing on this page"
        text="The list has fewer pages than that."
        action={
          <LinkButton to={{ search: filterParams({ ...filters, page: 1 }).toString() }} variant="outline" colorPalette="gray">
            Go to the first page
          </LinkButton>
        }
      />
    );
  }
  return (
    <Notice
      icon={PackageSearch}
      as="h2"
      title={isNarrowed(filters) ? 'No modules found matching your criteria' : 'No modules yet'}
      text={isNarrowed(filters) ? 'Try another search or fewer technologies.' : 'The first modules will stand here.'}
      action={
        isNarrowed(filters) ? (
          <Button variant="outline" colorPalette="gray" onClick={onReset}>
            Reset filters
          </Button>
        ) : undefined
      }
    />
  );
}

function NotLoaded({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice
      icon={CloudAlert}
      tone="error"
      as="h2"
      title="The modules could not be loaded"
      text="Check your connection and try again."
      action={
        <Button variant="outline" colorPalette="gray" onClick={onRetry}>
          Try again
        </Button>
      }
    />
  );
}

function countOf(total: number | undefined): string {
  if (total === undefined) return '';
  return `${total.toLocaleString('en-US')} ${total === 1 ? 'module' : 'modules'}`;
}

/** The list: how many there are, the cards, the pages; or why there are none. */
export function CatalogueResults({ filters, onReset }: CatalogueResultsProps) {
  const { data, isError, isPlaceholderData, isPending, refetch } = useModules(filters);
  const isEmpty = data?.modules.length === 0;
  return (
    <>
      <Flex align="center" justify="space-between" minH="36px" mb="3">
        <Text role="status" aria-label="Result count" color="fg.muted" fontVariantNumeric="tabular-nums">
          {isError ? '' : countOf(data?.total)}
        </Text>
        {isNarrowed(filters) && !isEmpty ? (
          <Button variant="ghost" colorPalette="gray" size="sm" onClick={onReset}>
            Reset filters
          </Button>
        ) : null}
      </Flex>
      {isPending ? <CardSkeletons /> : null}
      {isError && !data ? <NotLoaded onRetry={() => void refetch()} /> : null}
      {isEmpty ? <NothingFound filters={filters} onReset={onReset} /> : null}
      {data && !isEmpty ? (
        <Box aria-busy={isPlaceholderData} opacity={isPlaceholderData ? 0.6 : 1} transition="opacity 150ms">
          <ModuleGrid modules={data.modules} />
          <PageLinks filters={filters} totalPages={data.totalPages} />
        </Box>
      ) : null}
    </>
  );
}
