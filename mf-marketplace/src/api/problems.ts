import { BROWSE } from '@solvent/contracts';
import type {
  Category,
  CommentsResponse,
  FoundProblemsResponse,
  Problem,
  ProblemListItem,
  ProblemsQuery,
} from '@solvent/contracts';
import { http, infiniteQueryOptions, queryClient, queryOptions } from '@solvent/http';
import type { InfiniteData } from '@solvent/http';
import { pagedQuery, requireField } from '@solvent/kit';
import { commentsKey, problemDetailKey, problemPath, PROBLEMS_KEY } from './problem-keys.ts';

/** A problem in a list, with defaults for fields that the response may omit (product 3.6). */
export type ListedProblem = Omit<ProblemListItem, 'category'> & { category?: Category | undefined };

type Wire<Item extends ProblemListItem> = Partial<Item> & Pick<Item, '_id' | 'title'>;

const ANONYMOUS_USER = { _id: '', name: 'Anonymous', image: null };

export function toListedProblem(wire: Wire<ProblemListItem>): ListedProblem {
  const defaults = {
    description: '',
    tags: [],
    bidCount: 0,
    status: 'open',
    budget: 0,
    doneBy: null,
    createdAt: '',
    savedByMe: false,
  } as const;
  return { ...defaults, ...wire, tags: wire.tags ?? [], user: { ...ANONYMOUS_USER, ...wire.user } };
}

export type ListQuery = Omit<ProblemsQuery, 'page' | 'limit'>;

export interface ProblemListPage {
  problems: ListedProblem[];
  totalPages: number;
  total: number | undefined;
  /** The corrected search that has results; null if the original search has some. */
  searchedFor?: string | null | undefined;
}

export const PROBLEM_LISTS_KEY = [...PROBLEMS_KEY, 'list'] as const;

export type ProblemPages<Page extends { problems: ListedProblem[] } = ProblemListPage> = InfiniteData<Page, number>;

/** Updates one problem. Unchanged pages keep their identity, so that they do not re-render. */
export function withProblem<Page extends { problems: ListedProblem[] }>(
  list: ProblemPages<Page>,
  id: string,
  change: (problem: ListedProblem) => ListedProblem,
): ProblemPages<Page> {
  const pages = list.pages.map((page) => {
    const position = page.problems.findIndex(({ _id }) => _id === id);
    const before = page.problems[position];
    const after = before && change(before);
    return !after || after === before ? page : { ...page, problems: page.problems.with(position, after) };
  });
  return pages.some((page, index) => page !== list.pages[index]) ? { ...list, pages } : list;
}

const LIST_STALE_TIME_MS = 30_000;

/** The query of /problems without changed filters (product 9.8). */
export const INITIAL_QUERY: ListQuery = { price_min: BROWSE.initialPrice[0], price_max: BROWSE.initialPrice[1] };

/** `GET /problems`, in pages (product 7.4). */
export const problemListOptions = (query: ListQuery) =>
  infiniteQueryOptions({
    ...pagedQuery<FoundProblemsResponse, ProblemListPage>({
      queryKey: [...PROBLEM_LISTS_KEY, query],
      path: '/problems',
      params: query,
      read: (body) => ({
        problems: requireField(body, 'problems').map(toListedProblem),
        totalPages: body.totalPages ?? 1,
        total: body.total,
        searchedFor: body.searchedFor ?? null,
      }),
    }),
    // A scrolled list would be refetched page by page, so it never becomes stale, unless it was rendered for visitors.
    staleTime: ({ state }) => ((state.data?.pages.length ?? 0) > 1 && state.dataUpdatedAt > 0 ? Infinity : LIST_STALE_TIME_MS),
  });

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
  | 'reviewUntil'
  | 'reviewSubject'
  | 'takenDown';

/** A problem on its page, with defaults for fields that the response may omit. `body` is Markdown. */
export type DetailedProblem = ListedProblem & Pick<Problem, DetailField>;

function toDetailedProblem(wire: Wire<Problem>): DetailedProblem {
  const listed = toListedProblem(wire);
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
    reviewSubject: wire.reviewSubject ?? null,
    ...(wire.takenDown && { takenDown: wire.takenDown }),
  };
}

/** `GET /problems/{id}/comments`. Mutations are in comments.ts, which loads later. */
export const commentsOptions = (problemId: string) =>
  queryOptions({
    queryKey: commentsKey(problemId),
    queryFn: async ({ signal }) =>
      requireField(
        (await http.get<Partial<CommentsResponse>>(`${problemPath(problemId)}/comments`, { signal })).data,
        'comments',
      ),
  });

export const problemDetailOptions = (id: string) =>
  queryOptions({
    queryKey: problemDetailKey(id),
    queryFn: async ({ signal }) =>
      toDetailedProblem(requireField((await http.get<{ problem?: Wire<Problem> }>(problemPath(id), { signal })).data, 'problem')),
  });

export const preloadProblem = (id: string) =>
  Promise.all([queryClient.prefetchQuery(problemDetailOptions(id)), queryClient.prefetchQuery(commentsOptions(id))]);
