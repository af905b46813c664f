import type { ClientEvents, ServerEvents } from '@solvent/contracts';
import { act } from '@testing-library/react';

type Handler = (payload?: unknown) => void;

/** Replaces `@solvent/socket` by `module`; `receive` and `connect` simulate the server, `emitted` lists what the page sent. */
export function fakeSocket() {
  const handlers = new Map<string, Set<Handler>>();
  const emitted: unknown[][] = [];
  let clockOffsetMs = 0;
  const getServerTime = () => Date.now() + clockOffsetMs;
  const subscribe = (name: string, handler: Handler) => {
    const all = handlers.get(name) ?? new Set();
    handlers.set(name, all.add(handler));
    return () => void all.delete(handler);
  };
  const dispatch = (name: string, payload?: unknown) =>
    act(async () => handlers.get(name)?.forEach((handler) => handler(payload)));
  return {
    module: {
      onServerEvent: subscribe,
      onConnected: (handler: () => void) => subscribe('connect', handler),
      getServerTime,
      useServerTime: getServerTime,
      sendOverSocket: async () => undefined,
      watchProblem: (id: string) => {
        emitted.push(['watch_problem', id]);
        return () => void emitted.push(['unwatch_problem', id]);
      },
      emitToServer: (event: keyof ClientEvents, ...payload: unknown[]) => void emitted.push([event, ...payload]),
    },
    receive: <Name extends keyof ServerEvents>(event: Name, ...payload: Parameters<ServerEvents[Name]>) =>
      dispatch(event, payload[0]),
    connect: () => dispatch('connect'),
    emitted,
    /** @param offsetMs server's time minus the device's */
    setClockOffset: (offsetMs: number) => void (clockOffsetMs = offsetMs),
    countListeners: () => [...handlers.values()].reduce((sum, all) => sum + all.size, 0),
  };
}
