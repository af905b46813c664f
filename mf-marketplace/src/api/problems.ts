import { BROWSE } from '@solvent/contracts';
import type {
  CategoriesQuery,
  Category,
  CategoryCount,
  CommentsAnswer,
  FoundProblemsAnswer,
  Problem,
  ProblemListItem,
  ProblemsQuery,
} from '@solvent/contracts';
import { http, infiniteQueryOptions, keepPreviousData, queryOptions, useQuery } from '@solvent/http';
import { pagedQuery, pick } from '@solvent/kit';

/** All that this remote keeps of problems, in lists and in full. */
export const PROBLEMS_KEY = ['problems'] as const;

/** A problem as this remote shows it in lists: what the wire may leave out has its default (product 3.6), but for the category. */
export type ListedProblem = Omit<ProblemListItem, 'category'> & { category?: Category | undefined };

type Wire<Item extends ProblemListItem> = Partial<Item> & Pick<Item, '_id' | 'title'>;

const SOMEBODY = { _id: '', name: 'Anonymous', image: null };

export function asListed(wire: Wire<ProblemListItem>): ListedProblem {
  const defaults = {
    description: '',
    tags: [],
    bidCount: 0,
    status: 'open',
    budget: 0,
    createdAt: '',
    savedByMe: false,
  } as const;
  return { ...defaults, ...wire, tags: wire.tags ?? [], user: { ...SOMEBODY, ...wire.user } };
}

export type ListQuery = Omit<ProblemsQuery, 'page' | 'limit'>;

export interface ProblemListPage {
  problems: ListedProblem[];
  totalPages: number;
  /** All that match, on every page; unknown to a server that does not say. */
  total: number | undefined;
  /** What was searched for in place of a search that nothing has; null where it is that. */
  searchedFor?: string | null | undefined;
}

export const PROBLEM_LISTS_KEY = [...PROBLEMS_KEY, 'list'] as const;

const FRESH_FOR = 30_000;

/** The list as /problems opens: the query that stands for no filter at all (product 9.8). */
export const OPENING_QUERY: ListQuery = { price_min: BROWSE.initialPrice[0], price_max: BROWSE.initialPrice[1] };

/** `GET /problems`, page by page (product 7.4). */
export const problemListOptions = (query: ListQuery) =>
  infiniteQueryOptions({
    ...pagedQuery<FoundProblemsAnswer, ProblemListPage>({
      queryKey: [...PROBLEM_LISTS_KEY, query],
      path: '/problems',
      params: query,
      read: (body) => ({
        problems: pick(body, 'problems').map(asListed),
        totalPages: body.totalPages ?? 1,
        total: body.total,
        searchedFor: body.searchedFor ?? null,
      }),
    }),
    // A list that somebody has scrolled would be asked for again page by page: it stays until it leaves the cache.
    staleTime: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? Infinity : FRESH_FOR),
  });

type CategoryCounts = Partial<Record<Category, number>>;

/** `GET /problems/categories`: how many problems this list has of each category, whichever is chosen now. */
export function categoryCountsOptions({ category: _chosen, sort: _order, ...params }: ListQuery) {
  return queryOptions({
    queryKey: [...PROBLEMS_KEY, 'categories', params satisfies CategoriesQuery],
    queryFn: async ({ signal }): Promise<CategoryCounts> => {
      const { data } = await http.get<{ categories: CategoryCount[] }>('/problems/categories', { params, signal });
      return Object.fromEntries(data.categories.map(({ value, count }) => [value, count]));
    },
  });
}

/**
 * What a click on each category shows, with the other filters of a list; none until they are known, and when they could not be
 * loaded: a count is an extra. Those of the filters before are `isOld`: good for the room that they take.
 */
export function useCategoryCounts(query: ListQuery): { counts: CategoryCounts; isOld: boolean } {
  const { data = {}, isPlaceholderData } = useQuery({ ...categoryCountsOptions(query), placeholderData: keepPreviousData });
  return { counts: data, isOld: isPlaceholderData };
}

/** The same list of dearer problems alone; undefined where it has all prices. */
export function dearerQuery({ price_min: _lowest, price_max: highest, ...query }: ListQuery): ListQuery | undefined {
  return highest === undefined || highest >= BROWSE.priceMax ? undefined : { ...query, price_min: highest + 1 };
}

/** How many more problems a list would have without its highest price; 0 until that is known. */
export function useDearerCount(query: ListQuery): number {
  const dearer = dearerQuery(query);
  const { data = {} } = useQuery({ ...categoryCountsOptions(dearer ?? query), enabled: dearer !== undefined });
  if (dearer === undefined) return 0;
  const { category } = query;
  return category === undefined ? Object.values(data).reduce((sum, one) => sum + one, 0) : (data[category] ?? 0);
}

type DetailField =
  | 'body'
  | 'viewCount'
  | 'posterRating'
  | 'attachments'
  | 'timeline'
  | 'hasEarlierEvents'
  | 'myBid'
  | 'acceptedBid'
  | 'agreement'
  | 'reviews'
  | 'reviewUntil';

/** A problem as its page shows it: what the wire may leave out has its default. Its `body` is markdown. */
export type DetailedProblem = ListedProblem & Pick<Problem, DetailField>;

function asDetailed(wire: Wire<Problem>): DetailedProblem {
  const listed = asListed(wire);
  return {
    ...listed,
    body: wire.body ?? listed.description,
    viewCount: wire.viewCount ?? 0,
    posterRating: wire.posterRating ?? { rating: null, ratingCount: 0 },
    attachments: wire.attachments ?? [],
    timeline: wire.timeline ?? [],
    hasEarlierEvents: wire.hasEarlierEvents ?? false,
    myBid: wire.myBid ?? null,
    acceptedBid: wire.acceptedBid ?? null,
    agreement: wire.agreement ?? null,
    reviews: wire.reviews ?? [],
    reviewUntil: wire.reviewUntil ?? null,
  };
}

export const problemPath = (id: string): string => `/problems/${encodeURIComponent(id)}`;

export const problemDetailKey = (id: string) => [...PROBLEMS_KEY, 'detail', id] as const;

/** Of what is asked and answered under a problem. */
export const commentsKey = (problemId: string) => ['comments', problemId] as const;

/** `GET /problems/{id}/comments`; how they are changed is in comments.ts, which loads with the discussion. */
export const commentsOptions = (problemId: string) =>
  queryOptions({
    queryKey: commentsKey(problemId),
    queryFn: async ({ signal }) =>
      pick((await http.get<Partial<CommentsAnswer>>(`${problemPath(problemId)}/comments`, { signal })).data, 'comments'),
  });

/** `GET /problems/{id}` (product 7.4). */
export const problemDetailOptions = (id: string) =>
  queryOptions({
    queryKey: problemDetailKey(id),
    queryFn: async ({ signal }) =>
      asDetailed(pick((await http.get<{ problem?: Wire<Problem> }>(problemPath(id), { signal })).data, 'problem')),
  });
