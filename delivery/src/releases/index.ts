/** The release store and its channels, as the API uses them: it serves what is live, and stops a canary that fails. */
export { changeChannel } from './channel/change-channel.ts';
export type { Change, Pin } from './channel/change.ts';
export { pinOf } from './channel/channel-document.ts';
export { hashOf } from './channel/channel-pages.ts';
export { openChannel } from './channel/channel-store.ts';
export { newestGood } from './channel/newest-good.ts';
export type { LiveChannel } from './channel/newest-good.ts';
export { findConflicts } from './conflicts.ts';
export { DeliveryError } from './delivery-error.ts';
export { publishedPart } from './page/page-part.ts';
export { bucketAddress } from './store/bucket-address.ts';
export type { BucketAddress } from './store/bucket-address.ts';
export { bucketClient, STORE_SILENCE_MAX } from './store/bucket-client.ts';
export { bucketProblem, placeProblem } from './store/place-problem.ts';
export { releasePlace } from './store/release-place.ts';
export { findRelease, openReleaseStore } from './store/release-store.ts';
export type { ReleaseStore } from './store/release-store.ts';
