import type { Module } from '@solvent/contracts';
import { Stack } from '@solvent/ui';
import { ModuleSection } from '../module-section.tsx';
import { ReviewList } from './review-list.tsx';
import { StarDistribution } from './star-distribution.tsx';
import { WriteReview } from './write-review.tsx';

/** What people who have the module say of it (spec 2). Nobody reviews their own. */
export function Reviews({ module, isAuthor }: { module: Module; isAuthor: boolean }) {
  return (
    <ModuleSection title="Reviews" action={isAuthor ? undefined : <WriteReview module={module} />}>
      <Stack gap="5">
        {module.ratingCount > 0 ? (
          <StarDistribution rating={module.rating} ratingCount={module.ratingCount} stars={module.stars} />
        ) : null}
        <ReviewList module={module} isAuthor={isAuthor} />
      </Stack>
    </ModuleSection>
  );
}
