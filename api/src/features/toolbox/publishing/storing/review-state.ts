import type { ReviewStage } from '@solvent/contracts';

/** What follows once the checks of an archive have passed: the setting MODULE_REVIEW. */
export type Reviewing = 'automatic' | 'manual';

/** How a version stands. */
interface ReviewState {
  status: 'published' | 'in-review';
  stage: ReviewStage;
  releasedAt: Date | null;
}

/** How a version stands whose archive has passed: published, or waiting for the team. */
export const reviewState = (reviewing: Reviewing, at: Date): ReviewState =>
  reviewing === 'manual'
    ? { status: 'in-review', stage: 'team', releasedAt: null }
    : { status: 'published', stage: 'done', releasedAt: at };
