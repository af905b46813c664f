import type { Db } from '../platform/db/connect.ts';
import { createLogger } from '../platform/log.ts';
import { registerProblemSubscribers } from '../features/marketplace/problems/changes.ts';
import { registerMessageSubscribers } from '../features/messaging/events.ts';
import { registerNotificationSubscribers } from '../features/notifications/service.ts';
import { Outbox } from '../platform/outbox/outbox.ts';
import type { Transact } from '../platform/outbox/outbox.ts';
import type { Pusher } from '../features/notifications/push.ts';
import type { Realtime } from '../platform/realtime/realtime.ts';
import { realtimeRecorder } from './realtime-recorder.ts';

/** An outbox beside the application's own, which sweeps when it is told to; what it says is kept as `[userId, event, payload]`. */
export function testOutbox(
  db: Db,
  { pusher, upkeep, ...changes }: Partial<Realtime> & { pusher?: Pusher; upkeep?: Db | undefined } = {},
): { outbox: Outbox; transact: Transact; emitted: unknown[][] } {
  const { realtime, emitted } = realtimeRecorder(changes);
  const outbox = new Outbox(db, realtime, createLogger({ logLevel: 'silent' }), { backgroundDb: upkeep });
  registerProblemSubscribers(outbox, realtime);
  registerMessageSubscribers(outbox, realtime, (id) => `/link/${id}`);
  registerNotificationSubscribers(outbox, realtime, pusher);
  return { outbox, transact: outbox.transact, emitted };
}
