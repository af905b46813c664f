/** The release store and its channels, as the API uses them: it serves what is live, and stops a canary that fails. */
export { changeChannel } from './channel/change-channel.ts';
export { openChannel } from './channel/channel-store.ts';
export { DeliveryError } from './delivery-error.ts';
export { openReleaseStore } from './store/release-store.ts';
export type { ReleaseStore } from './store/release-store.ts';
