import { problemStatusWord } from '@solvent/kit';
import { CATEGORIES } from '@solvent/contracts';
import { dollarRange } from '../../problem/money.ts';
import { FULL_PRICE, isSamePrice } from './filters.ts';
import type { ProblemFilters } from './filters.ts';

/** A filter that is on, and the change that turns it off. */
export interface ActiveFilter {
  label: string;
  off: Partial<ProblemFilters>;
}

/** All that narrows the list. The opening price range is one of them: nobody shall miss that dearer problems exist. */
export function activeFilters({ search, tags, price, category, status }: ProblemFilters): ActiveFilter[] {
  return [
    ...(search ? [{ label: `“${search}”`, off: { search: '' } }] : []),
    ...(category ? [{ label: CATEGORIES[category], off: { category: undefined } }] : []),
    ...(isSamePrice(price, FULL_PRICE) ? [] : [{ label: dollarRange(price), off: { price: FULL_PRICE } }]),
    ...(status ? [{ label: problemStatusWord(status), off: { status: undefined } }] : []),
    ...tags.map((tag) => ({ label: tag, off: { tags: tags.filter((other) => other !== tag) } })),
  ];
}
