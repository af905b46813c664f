import { PAGE_SIZES } from '@solvent/contracts';
import type { ModuleReview, ModuleReviewsAnswer } from '@solvent/contracts';
import { http, infiniteQueryOptions } from '@solvent/http';
import { modulePath, MODULES_KEY } from './modules.ts';

async function fetchReviews(id: string, page: number, signal: AbortSignal): Promise<ModuleReviewsAnswer> {
  const params = { page, limit: PAGE_SIZES.reviews };
  const { data } = await http.get<Partial<ModuleReviewsAnswer>>(modulePath(id, '/reviews'), { params, signal });
  const { reviews } = data;
  if (!Array.isArray(reviews)) throw new Error('Invalid format: the answer has no array of reviews.');
  return { reviews, total: data.total ?? reviews.length, totalPages: data.totalPages ?? 1, ...params };
}

/** `GET /modules/{id}/reviews`, the newest first, page by page. */
export const reviewsOptions = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...MODULES_KEY, 'reviews', id],
    queryFn: ({ pageParam, signal }) => fetchReviews(id, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: ({ page, totalPages }) => (page < totalPages ? page + 1 : undefined),
  });

/** Each once: what is written meanwhile moves the others from page to page. */
export const distinctReviews = (pages: readonly ModuleReviewsAnswer[]): ModuleReview[] => [
  ...new Map(pages.flatMap(({ reviews }) => reviews).map((review) => [review.id, review])).values(),
];
