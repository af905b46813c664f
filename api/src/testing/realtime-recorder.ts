import type { Realtime } from '../platform/realtime/realtime.ts';

/** A realtime that keeps what it was to say to people, as `[userId, event, payload]`; nobody is there to hear it. */
export function realtimeRecorder(changes: Partial<Realtime> = {}): { realtime: Realtime; said: unknown[][] } {
  const said: unknown[][] = [];
  const realtime: Realtime = {
    toUser: (...words) => said.push(words),
    toProblem: () => {},
    onMessage: () => {},
    sent: async () => true,
    online: async () => new Set(),
    disconnectSession: () => {},
    ...changes,
  };
  return { said, realtime };
}
