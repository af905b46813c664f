import { formatNumber } from '@solvent/contracts';
import { formatMoney, toCents } from '@solvent/kit';
import { Button } from '@solvent/ui';
import { useHigherPriceCount } from '../../api/problem-counts.ts';
import { FULL_PRICE, toQuery } from './filters.ts';
import type { ProblemFilters } from './filters.ts';
import type { ChangeFilters } from './use-filters.ts';

/** "21 more above $1,000": a button that removes the price limit. */
export function HigherPricedProblems({ filters, onChange }: { filters: ProblemFilters; onChange: ChangeFilters }) {
  const count = useHigherPriceCount(toQuery(filters));
  const [lowest, highest] = filters.price;
  if (highest === FULL_PRICE[1] || count === 0) return null;
  return (
    <Button
      variant="plain"
      h="20px"
      minH="20px"
      px="0"
      color="brand.fg"
      textDecoration="underline"
      textUnderlineOffset="3px"
      fontVariantNumeric="tabular-nums"
      position="relative"
      _before={{ content: '""', position: 'absolute', insetInline: '-8px', insetBlock: '-13px', zIndex: 1 }}
      onClick={() => onChange({ price: [lowest, FULL_PRICE[1]] })}
    >
      {formatNumber(count)} more above {formatMoney(toCents(highest))}
    </Button>
  );
}
