export { decideDispute } from './agreements/disputes.ts';
export type { DisputeDecision } from './agreements/disputes.ts';
export { findOpenDisputes } from './agreements/queries.ts';
export type { FoundAgreement } from './agreements/queries.ts';
export { agreementsFeature } from './agreements/routes.ts';
export { bidsFeature } from './bids/routes.ts';
export { discussionFeature } from './comments/routes.ts';
export { findBidAccess, findDeliveryAccess, findHiddenAccess } from './file-readers.ts';
export { homeFeature } from './home/routes.ts';
export { invitationsFeature } from './invitations/routes.ts';
export { registerProblemSubscribers } from './problems/changes.ts';
export { problemsFeature } from './problems/routes.ts';
export { NOT_TAKEN_DOWN } from './problems/visibility.ts';
export { isReviewPublic } from './reviews/queries.ts';
export { countSolvedForOthers, RATING_COLUMNS } from './reviews/ratings.ts';
export { reviewsFeature } from './reviews/routes.ts';
export {
  restoreComment,
  restorePersonReview,
  restoreProblem,
  takeDownComment,
  takeDownPersonReview,
  takeDownProblem,
} from './take-downs.ts';
export { accountDeletion } from './account-deletion.ts';
export { exporter } from './account-export.ts';
