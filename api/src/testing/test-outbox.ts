import type { Db } from '../platform/db/connect.ts';
import { createLogger } from '../platform/log.ts';
import { registerProblemSubscribers } from '../features/marketplace/problems/changes.ts';
import { registerMessageSubscribers } from '../features/messaging/messages.ts';
import { registerNotificationSubscribers } from '../features/notifications/service.ts';
import { Outbox } from '../platform/outbox/outbox.ts';
import type { Transact } from '../platform/outbox/outbox.ts';
import type { Pusher } from '../features/notifications/push.ts';
import type { Realtime } from '../platform/realtime/realtime.ts';

/**
 * Creates an outbox besides the application's own that is swept only on request.
 * @returns what it emits to users, as `[userId, event, payload]`
 */
export function testOutbox(
  db: Db,
  { pusher, upkeep, ...changes }: Partial<Realtime> & { pusher?: Pusher; upkeep?: Db | undefined } = {},
): { outbox: Outbox; transact: Transact; emitted: unknown[][] } {
  const emitted: unknown[][] = [];
  const realtime: Realtime = {
    toUser: (...event) => emitted.push(event),
    toProblem: () => {},
    onMessage: () => {},
    flush: async () => true,
    findOnline: async () => new Set(),
    disconnectSession: () => {},
    ...changes,
  };
  const outbox = new Outbox(db, realtime, createLogger({ logLevel: 'silent' }), { backgroundDb: upkeep });
  registerProblemSubscribers(outbox, realtime);
  registerMessageSubscribers(outbox, realtime, { linkTo: (id) => `/link/${id}` });
  registerNotificationSubscribers(outbox, realtime, pusher);
  return { outbox, transact: outbox.transact, emitted };
}
