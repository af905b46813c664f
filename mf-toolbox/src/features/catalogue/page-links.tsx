import { chakra, HStack, LinkButton } from '@solvent/ui';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Fragment } from 'react';
import { toSearchParams } from '../../api/modules.ts';
import type { CatalogueFilters } from '../../api/modules.ts';

/** Returns the first, the last, and the neighbors of the current page. */
export function getVisiblePages(page: number, totalPages: number): number[] {
  const candidates = new Set([1, page - 1, page, page + 1, totalPages]);
  return [...candidates].filter((number) => number >= 1 && number <= totalPages).toSorted((a, b) => a - b);
}

interface PageLinksProps {
  filters: CatalogueFilters;
  totalPages: number;
}

export function PageLinks({ filters, totalPages }: PageLinksProps) {
  const { page } = filters;
  if (totalPages < 2) return null;
  const toPage = (number: number) => ({ search: toSearchParams({ ...filters, page: number }).toString() });
  return (
    <HStack as="nav" aria-label="Pages" justify="center" gap="1.5" mt="8" wrap="wrap">
      {page > 1 ? (
        <LinkButton to={toPage(page - 1)} variant="outline" colorPalette="gray" aria-label="Previous page" px="2.5">
          <ChevronLeft size={16} />
        </LinkButton>
      ) : null}
      {getVisiblePages(page, totalPages).map((number, i, all) => (
        <Fragment key={number}>
          {number - (all[i - 1] ?? 0) > 1 ? (
            <chakra.span color="fg.muted" px="1" aria-hidden>
              …
            </chakra.span>
          ) : null}
          <LinkButton
            to={toPage(number)}
            variant={number === page ? 'solid' : 'outline'}
            colorPalette={number === page ? 'brand' : 'gray'}
            aria-label={`Page ${number}`}
            aria-current={number === page ? 'page' : undefined}
          >
            {number}
          </LinkButton>
        </Fragment>
      ))}
      {page < totalPages ? (
        <LinkButton to={toPage(page + 1)} variant="outline" colorPalette="gray" aria-label="Next page" px="2.5">
          <ChevronRight size={16} />
        </LinkButton>
      ) : null}
    </HStack>
  );
}
