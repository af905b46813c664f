import type { Server } from 'node:http';

export interface InFlightRequests {
  drained(): Promise<void>;
}

/** Counts requests that arrive from now on, until their response is sent or the connection closes. */
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
