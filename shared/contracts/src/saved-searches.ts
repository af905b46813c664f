import type { IsoTime } from './envelope.ts';
import type { Category, ProblemSort, ProblemStatus } from './problems.ts';

/** What a search for problems asks: the query of their list (product 7.4), whatever its page. Prices in whole US dollars. */
export interface ProblemSearch {
  /** Comma-joined. */
  tags?: string;
  search?: string;
  price_min?: number;
  price_max?: number;
  category?: Category;
  status?: ProblemStatus;
  sort?: ProblemSort;
}

/** A search that somebody keeps under a name (product 3.32). */
export interface SavedSearch {
  _id: string;
  name: string;
  /** Without what it asked for and nobody can any more, such as a category that is gone. */
  query: ProblemSearch;
  createdAt: IsoTime;
}

/** Answer of `GET /problems/searches`: one's own, the latest saved first. */
export interface SavedSearchesAnswer {
  searches: SavedSearch[];
}

/** Answer of `POST /problems/searches`. */
export interface SavedSearchAnswer {
  search: SavedSearch;
}
