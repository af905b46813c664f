import { EventEmitter } from 'node:events';
import type { App } from './app.ts';
import { ROUTE_CHANGES } from './route-changes.ts';
import type { Signals } from '../redis/signals.ts';

/** Subjects of a write or of a page: ids of people, problems, modules and so on, and names of lists (`problems`, `modules`, `people`). */
export type Subjects = ReadonlySet<string>;

/** A write whose effect is unknown. */
export const EVERYTHING = 'everything';

/** The effect of one write. */
export type Change = Subjects | typeof EVERYTHING;

/**
 * Emits `write` with the effect of a request on public pages: on this server before the request is answered, on the other servers
 * shortly after.
 */
export type Writes = EventEmitter<{ write: [Change] }>;

const METHODS = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** A write with more subjects, such as one that answers a long list, counts as `EVERYTHING`. */
const SUBJECTS_MAX = 200;

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** The ids in an address or an answer. */
export const findIds = (text: string): string[] => (text.match(ID) ?? []).map((id) => id.toLowerCase());

/** Watches the routes that are registered after it, and the writes of other servers. */
export function watchWrites(app: App, signals: Signals): Writes {
  const writes: Writes = new EventEmitter();
  app.addHook('onSend', async (request, { statusCode }, payload) => {
    const { method, url, routeOptions, caller } = request;
    if (!METHODS.has(method) || statusCode >= 400) return;
    const change = ROUTE_CHANGES[`${method} ${routeOptions.url}`] ?? EVERYTHING;
    if (change === 'nothing') return;
    const ids = [...(caller ? [caller.user.id] : []), ...findIds(url), ...(typeof payload === 'string' ? findIds(payload) : [])];
    const changed = change === EVERYTHING ? undefined : new Set([...change, ...ids]);
    if (changed === undefined || changed.size > SUBJECTS_MAX) {
      writes.emit('write', EVERYTHING);
      signals.publish('pages');
    } else {
      writes.emit('write', changed);
      signals.publish('pages', changed);
    }
  });
  signals.on('pages', (subjects) => writes.emit('write', subjects === undefined ? EVERYTHING : new Set(subjects)));
  return writes;
}
