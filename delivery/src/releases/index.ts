/** The release store and its channels, as the API uses them: it serves what is live, and stops a canary that fails. */
export { changeChannel } from './channel/change-channel.ts';
export type { Change, Pin } from './channel/change.ts';
export { pinOf } from './channel/channel-document.ts';
export { openChannel } from './channel/channel-store.ts';
export { DeliveryError } from './delivery-error.ts';
export { bucketAddress } from './store/bucket-address.ts';
export type { BucketAddress } from './store/bucket-address.ts';
export { bucketClient } from './store/bucket-client.ts';
export { openReleaseStore } from './store/release-store.ts';
export type { ReleaseStore } from './store/release-store.ts';
