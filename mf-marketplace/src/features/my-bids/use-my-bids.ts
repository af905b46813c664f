import { useInfiniteQuery } from '@solvent/http';
import { useState } from 'react';
import { statusOf } from './bid-tab.ts';
import type { BidTab } from './bid-tab.ts';
import { myBidsOptions } from './my-bids-query.ts';

/** The bids of a tab, and how many there are of each state: while another tab comes, as far as they were known. */
export function useMyBids(tab: BidTab) {
  const list = useInfiniteQuery(myBidsOptions(statusOf(tab)));
  const [counts, setCounts] = useState(list.data?.pages[0]?.counts);
  const answered = list.data?.pages[0]?.counts;
  if (answered && answered !== counts) setCounts(answered);
  return { list, counts: answered ?? counts };
}
