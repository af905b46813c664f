/** The release store and its channels, for the server that reads them and the command that writes them (docs/decisions/0038). */
export { changeChannel } from './change-channel.ts';
export type { Reason } from './change-channel.ts';
export type { Change, Pin } from './change.ts';
export { newestGood, openChannel } from './channel.ts';
export type { LiveChannel } from './channel.ts';
export { pinOf } from './channel-document.ts';
export { findConflicts } from './conflicts.ts';
export { DeliveryError } from './delivery-error.ts';
export { publishedPart } from './page-part.ts';
export type { PagePart } from './page-part.ts';
export { planOf } from './plan.ts';
export type { PartPlan } from './plan.ts';
export { plannedReleases, runningReleases } from './planned-releases.ts';
export { hashOf, readPages } from './read-pages.ts';
export { placeProblem, releasePlace } from './release-place.ts';
export { findRelease, getRelease, openReleaseStore, sealRelease } from './release-store.ts';
export type { ReleaseStore } from './release-store.ts';
export { renderPages } from './render-pages.ts';
