import type { Server } from 'node:http';

/** What was asked of a server and is not answered yet. */
export interface InFlightRequests {
  /** Settles as soon as nothing is under way. */
  drained(): Promise<void>;
}

/** Counts from now on what comes in and what has gone out whole, or was broken off. */
export function trackInFlightRequests(server: Server): InFlightRequests {
  let count = 0;
  const waiting = new Set<() => void>();
  server.on('request', (_request, response) => {
    count += 1;
    response.once('close', () => {
      count -= 1;
      if (count > 0) return;
      for (const settle of waiting) settle();
      waiting.clear();
    });
  });
  return {
    drained: () =>
      new Promise((resolve) => {
        if (count === 0) resolve();
        else waiting.add(resolve);
      }),
  };
}
