import type { Realtime } from '../platform/realtime/realtime.ts';

/** A realtime that keeps what it was to say to people, as `[userId, event, payload]`; nobody is there to hear it. */
export function realtimeRecorder(changes: Partial<Realtime> = {}): { realtime: Realtime; emitted: unknown[][] } {
  const emitted: unknown[][] = [];
  const realtime: Realtime = {
    toUser: (...words) => emitted.push(words),
    toProblem: () => {},
    onMessage: () => {},
    flush: async () => true,
    findOnline: async () => new Set(),
    disconnectSession: () => {},
    ...changes,
  };
  return { emitted, realtime };
}
