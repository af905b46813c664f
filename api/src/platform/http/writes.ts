import { EventEmitter } from 'node:events';
import type { App } from './app.ts';
import { ROUTE_CHANGES } from './route-changes.ts';
import type { Signals } from '../redis/signals.ts';

/** Ids of users, problems, modules and so on, and names of lists (`problems`, `modules`, `people`). */
export type Subjects = ReadonlySet<string>;

export const EVERYTHING = 'everything';

export type Change = Subjects | typeof EVERYTHING;

/** Emits the effects of writes on public pages: on this server before the response, on the others shortly after. */
export type Writes = EventEmitter<{ write: [Change] }>;

const METHODS = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** A write with more subjects counts as `EVERYTHING`. */
const MAX_SUBJECTS = 200;

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

export const findIds = (text: string): string[] => (text.match(ID) ?? []).map((id) => id.toLowerCase());

export function watchWrites(app: App, signals: Signals): Writes {
  const writes: Writes = new EventEmitter();
  app.addHook('onSend', async (request, { statusCode }, payload) => {
    const { method, url, routeOptions, caller } = request;
    if (!METHODS.has(method) || statusCode >= 400) return;
    const change = ROUTE_CHANGES[`${method} ${routeOptions.url}`] ?? EVERYTHING;
    if (change === 'nothing') return;
    const ids = [...(caller ? [caller.user.id] : []), ...findIds(url), ...(typeof payload === 'string' ? findIds(payload) : [])];
    const changed = change === EVERYTHING ? undefined : new Set([...change, ...ids]);
    if (changed === undefined || changed.size > MAX_SUBJECTS) {
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
