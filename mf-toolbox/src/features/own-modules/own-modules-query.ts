import { PAGE_SIZES } from '@solvent/contracts';
import type { OwnModule, OwnModulesAnswer } from '@solvent/contracts';
import { http, infiniteQueryOptions } from '@solvent/http';
import { MODULES_KEY } from '../../module/module-query.ts';

/** How often a module whose archive is being looked at is asked for again, in milliseconds. */
const CHECK_EVERY = 4000;

async function fetchOwn(page: number, signal: AbortSignal): Promise<OwnModulesAnswer> {
  const params = { page, limit: PAGE_SIZES.modules };
  const { data } = await http.get<Partial<OwnModulesAnswer>>('/modules/own', { params, signal });
  const { modules, earnings, showsEmail = false, totalPages = 1 } = data;
  if (!Array.isArray(modules) || !earnings) throw new Error('Invalid format: the answer has no modules or no earnings.');
  return { modules, earnings, showsEmail, totalPages, ...params };
}

/** Whether a machine is at it: what the team decides takes days. */
const isBeingChecked = ({ status, review }: OwnModule): boolean => status === 'in-review' && review.stage !== 'team';

/** Each once: what is uploaded meanwhile moves the others from page to page. */
export const distinctOwn = (pages: readonly OwnModulesAnswer[]): OwnModule[] => [
  ...new Map(pages.flatMap(({ modules }) => modules).map((module) => [module.id, module])).values(),
];

/** `GET /modules/own`, the newest first, page by page; followed while one is being checked. */
export const ownModulesOptions = infiniteQueryOptions({
  queryKey: [...MODULES_KEY, 'own'],
  queryFn: ({ pageParam, signal }) => fetchOwn(pageParam, signal),
  initialPageParam: 1,
  getNextPageParam: ({ page, totalPages }) => (page < totalPages ? page + 1 : undefined),
  refetchInterval: ({ state }) => (distinctOwn(state.data?.pages ?? []).some(isBeingChecked) ? CHECK_EVERY : false),
});
