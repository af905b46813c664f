import { agreementsFeature } from './agreements/routes.ts';
import { paymentDetailsFeature } from './agreements/payment-details.ts';
import { bidsFeature } from './bids/routes.ts';
import { discussionFeature } from './comments/service.ts';
import { homeFeature } from './home/home.ts';
import { invitationsFeature } from './invitations/invitations.ts';
import { problemsFeature } from './problems/routes.ts';
import { reviewsFeature } from './reviews/reviews.ts';
import type { FeatureRoutes } from '../../platform/http/app.ts';
import type { Deps } from './deps.ts';

export { decideDispute } from './agreements/disputes.ts';
export type { DisputeDecision } from './agreements/disputes.ts';
export { findOpenDisputes } from './agreements/queries.ts';
export type { FoundAgreement } from './agreements/queries.ts';
export { findBidAccess, findDeliveryAccess, findHiddenAccess } from './attachments.ts';
export { NOT_TAKEN_DOWN, registerProblemSubscribers } from './problems/changes.ts';
export { countSolvedForOthers, isReviewPublic, RATING_COLUMNS } from './reviews/reviews.ts';
export { moderateComment, moderatePersonReview, moderateProblem } from './take-downs.ts';
export { accountDeletion, exporter } from './account-data.ts';

export const routes: FeatureRoutes<Deps> = {
  keyed: [
    problemsFeature,
    discussionFeature,
    reviewsFeature,
    bidsFeature,
    agreementsFeature,
    paymentDetailsFeature,
    invitationsFeature,
    homeFeature,
  ],
};
