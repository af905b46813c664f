import { CATEGORY_VALUES, PROBLEM_SORTS, PROBLEM_STATUSES, SEARCH_ALERTS } from '../problems.ts';
import { json } from './json.ts';
import type { TypeOf } from './json.ts';

/** Query of the problem list without its page (product 7.4). Prices in whole US dollars. */
const problemSearchSchema = json.named('ProblemSearch').object(
  {},
  {
    tags: json.text,
    search: json.text,
    price_min: json.integer,
    price_max: json.integer,
    due_within: json.integer,
    category: json.oneOf(CATEGORY_VALUES),
    status: json.oneOf(PROBLEM_STATUSES),
    sort: json.oneOf(PROBLEM_SORTS),
  },
);
export type ProblemSearch = TypeOf<typeof problemSearchSchema>;

/** A search saved under a name (product 3.32). */
export const savedSearchSchema = json
  .named('SavedSearch')
  .object(
    { _id: json.id, name: json.text, query: problemSearchSchema, createdAt: json.time },
    { alerts: json.oneOf(SEARCH_ALERTS) },
  );
export type SavedSearch = TypeOf<typeof savedSearchSchema>;

export const savedSearchesResponse = json.object(
  { searches: json.list(savedSearchSchema) },
  /** Whether this server can send emails. */
  { emails: json.boolean },
);
export type SavedSearchesResponse = TypeOf<typeof savedSearchesResponse>;

export const savedSearchResponse = json.object({ search: savedSearchSchema });
export type SavedSearchResponse = TypeOf<typeof savedSearchResponse>;
