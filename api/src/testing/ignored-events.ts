import type { Events } from '../platform/outbox/outbox.ts';

/** Events of which nobody hears. */
export const ignoredEvents: Events = { add: () => {} };
