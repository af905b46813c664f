import { queryClient } from '@solvent/http';
import { moduleOptions, relatedOptions } from '../../api/modules.ts';
import { reviewsOptions } from '../../api/reviews.ts';

export async function preloadModule(moduleId: string): Promise<void> {
  await queryClient.prefetchQuery(moduleOptions(moduleId));
  const module = queryClient.getQueryData(moduleOptions(moduleId).queryKey);
  if (!module) return;
  await Promise.all([
    queryClient.prefetchInfiniteQuery(reviewsOptions(module.id)),
    queryClient.prefetchQuery(relatedOptions(module.id)),
  ]);
}
