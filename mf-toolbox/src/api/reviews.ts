import { PAGE_SIZES } from '@solvent/contracts';
import type { ModuleReviewsAnswer } from '@solvent/contracts';
import { pagedQuery, pick } from '@solvent/kit';
import { modulePath, MODULES_KEY } from './modules.ts';

export const reviewsOptions = (id: string) =>
  pagedQuery({
    queryKey: [...MODULES_KEY, 'reviews', id],
    path: modulePath(id, '/reviews'),
    limit: PAGE_SIZES.reviews,
    read: (body: Partial<ModuleReviewsAnswer>) => ({ reviews: pick(body, 'reviews'), totalPages: body.totalPages ?? 1 }),
  });
