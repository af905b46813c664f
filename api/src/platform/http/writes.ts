import { EventEmitter } from 'node:events';
import type { App } from './app.ts';
import type { Signals } from '../redis/signals.ts';

const METHODS = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** What changes nothing that visitors are shown, and happens all the time. */
const UNSEEN = /^\/api\/(chat|notifications|runtime-reports|csp-reports|contact|auth\/(log|sessions|device|password|reset))/;

/**
 * Emits `write` for each request that has changed something that visitors may be shown: here before who sent it has the answer, at the
 * other servers within moments.
 */
export type Writes = EventEmitter<{ write: [] }>;

/** The requests to the routes that are registered after it, and those of the other servers. */
export function watchWrites(app: App, signals: Signals): Writes {
  const writes: Writes = new EventEmitter();
  app.addHook('onSend', async ({ method, url }, { statusCode }) => {
    if (!METHODS.has(method) || statusCode >= 400 || UNSEEN.test(url)) return;
    writes.emit('write');
    signals.tell('pages');
  });
  signals.on('pages', () => writes.emit('write'));
  return writes;
}
