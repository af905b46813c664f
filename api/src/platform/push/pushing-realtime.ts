import type { Notification } from '@solvent/contracts';
import type { Realtime } from '../realtime/realtime.ts';
import type { Pusher } from './pusher.ts';

/** A {@link Realtime} that also pushes what it says as `notification`: whoever announces one need not know of devices. */
export function pushingRealtime(realtime: Realtime, pusher: Pusher): Realtime {
  return {
    ...realtime,
    toUser: (userId, event, ...payload) => {
      realtime.toUser(userId, event, ...payload);
      // What this event carries: the types of its words follow from its name, which the compiler does not see here.
      if (event === 'notification') pusher.push(userId, payload[0] as Notification);
    },
  };
}
