import { EventEmitter } from 'node:events';
import type { App } from './app.ts';

const METHODS = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** Emits `write` with the address of each request that has changed something, before who sent it has the answer. */
export type Writes = EventEmitter<{ write: [url: string] }>;

/** The requests to the routes that are registered after it. */
export function watchWrites(app: App): Writes {
  const writes: Writes = new EventEmitter();
  app.addHook('onSend', async ({ method, url }, { statusCode }) => {
    if (METHODS.has(method) && statusCode < 400) writes.emit('write', url);
  });
  return writes;
}
