import { PAGE_SIZES } from '@solvent/contracts';
import type { ModuleReviewsResponse } from '@solvent/contracts';
import { pagedQuery, requireField } from '@solvent/kit';
import { modulePath, MODULES_KEY } from './modules.ts';

export const reviewsOptions = (id: string) =>
  pagedQuery({
    queryKey: [...MODULES_KEY, 'reviews', id],
    path: modulePath(id, '/reviews'),
    limit: PAGE_SIZES.reviews,
    read: (body: Partial<ModuleReviewsResponse>) => ({
      reviews: requireField(body, 'reviews'),
      totalPages: body.totalPages ?? 1,
    }),
  });
