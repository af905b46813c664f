import type { IsoTime } from './envelope.ts';
import type { Category, ProblemSort, ProblemStatus } from './problems.ts';

/** Query of the problem list without its page (product 7.4). Prices in whole US dollars. */
export interface ProblemSearch {
  tags?: string;
  search?: string;
  price_min?: number;
  price_max?: number;
  category?: Category;
  status?: ProblemStatus;
  sort?: ProblemSort;
}

/** A search saved under a name (product 3.32). */
export interface SavedSearch {
  _id: string;
  name: string;
  query: ProblemSearch;
  createdAt: IsoTime;
}

export interface SavedSearchesResponse {
  searches: SavedSearch[];
}

export interface SavedSearchResponse {
  search: SavedSearch;
}
