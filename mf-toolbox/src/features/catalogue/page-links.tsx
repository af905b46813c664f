import { chakra, HStack, LinkButton } from '@solvent/ui';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { filterParams } from './catalogue-filters.ts';
import type { CatalogueFilters } from './catalogue-filters.ts';

/** The pages to offer: the first, the last, and those around the present one; 0 where some are left out. */
export function pagesAround(page: number, totalPages: number): number[] {
  const wanted = [...new Set([1, page - 1, page, page + 1, totalPages])].filter((number) => number >= 1 && number <= totalPages);
  return wanted.toSorted((a, b) => a - b).flatMap((number, i, all) => (i > 0 && number - (all[i - 1] ?? 0) > 1 ? [0, number] : [number]));
}

interface PageLinksProps {
  filters: CatalogueFilters;
  totalPages: number;
}

/** Links to the other pages of the list. */
export function PageLinks({ filters, totalPages }: PageLinksProps) {
  const { page } = filters;
  if (totalPages < 2) return null;
  const to = (number: number) => ({ search: filterParams({ ...filters, page: number }).toString() });
  return (
    <HStack as="nav" aria-label="Pages" justify="center" gap="1.5" mt="8" wrap="wrap">
      {page > 1 ? (
        <LinkButton to={to(page - 1)} variant="outline" aria-label="Previous page" px="2.5">
          <ChevronLeft size={16} />
        </LinkButton>
      ) : null}
      {pagesAround(page, totalPages).map((number, i) =>
        number === 0 ? (
          <chakra.span key={`gap-${i}`} color="fg.muted" px="1" aria-hidden>
            …
          </chakra.span>
        ) : (
          <LinkButton
            key={number}
            to={to(number)}
            variant={number === page ? 'solid' : 'outline'}
            colorPalette={number === page ? 'brand' : 'gray'}
            aria-label={`Page ${number}`}
            aria-current={number === page ? 'page' : undefined}
          >
            {number}
          </LinkButton>
        ),
      )}
      {page < totalPages ? (
        <LinkButton to={to(page + 1)} variant="outline" aria-label="Next page" px="2.5">
          <ChevronRight size={16} />
        </LinkButton>
      ) : null}
    </HStack>
  );
}
