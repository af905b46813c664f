import type { ClientEvents, ServerEvents } from '@solvent/contracts';
import { act } from '@testing-library/react';

type Handler = (payload?: unknown) => void;

/**
 * The page's connection in a unit test, whose other end is the test: put `module` in place of `@solvent/socket`.
 *
 * @returns `hear` what the server says (or `connect`), `said` what the page said, `listening` how many listen
 */
export function fakeSocket() {
  const handlers = new Map<string, Set<Handler>>();
  const said: unknown[][] = [];
  const listen = (name: string, handler: Handler) => {
    const all = handlers.get(name) ?? new Set();
    handlers.set(name, all.add(handler));
    return () => void all.delete(handler);
  };
  const tell = (name: string, payload?: unknown) => act(async () => handlers.get(name)?.forEach((handler) => handler(payload)));
  return {
    module: {
      onServerEvent: listen,
      onConnected: (handler: () => void) => listen('connect', handler),
      sendOverSocket: async () => undefined,
      watchProblem: (id: string) => {
        said.push(['watch_problem', id]);
        return () => void said.push(['unwatch_problem', id]);
      },
      emitToServer: (event: keyof ClientEvents, ...payload: unknown[]) => void said.push([event, ...payload]),
    },
    hear: <Name extends keyof ServerEvents>(event: Name, ...payload: Parameters<ServerEvents[Name]>) => tell(event, payload[0]),
    connect: () => tell('connect'),
    said,
    listening: () => [...handlers.values()].reduce((sum, all) => sum + all.size, 0),
  };
}
