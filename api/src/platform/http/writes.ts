import { EventEmitter } from 'node:events';
import type { App } from './app.ts';
import { CHANGES_OF_ROUTES } from './changes-of-routes.ts';
import type { Signals } from '../redis/signals.ts';

/**
 * What has changed, or what a page was made of: ids of people, problems, modules and the like, and lists, which others may join
 * (`problems`, `modules`, `people`).
 */
export type Subjects = ReadonlySet<string>;

/** Nobody knows what exactly. */
export const EVERYTHING = 'everything';

/** What one write has changed. */
export type Change = Subjects | typeof EVERYTHING;

/**
 * Emits `write` with what visitors are shown and a request has changed: here before who sent it has the answer, at the other servers
 * within moments.
 */
export type Writes = EventEmitter<{ write: [Change] }>;

const METHODS = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/** What names more (a long list) may have changed everything. */
const SUBJECTS_MAX = 200;

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** The ids in an address or an answer. */
export const idsIn = (text: string): string[] => (text.match(ID) ?? []).map((id) => id.toLowerCase());

/** The requests to the routes that are registered after it, and those of the other servers. */
export function watchWrites(app: App, signals: Signals): Writes {
  const writes: Writes = new EventEmitter();
  app.addHook('onSend', async (request, { statusCode }, payload) => {
    const { method, url, routeOptions, caller } = request;
    if (!METHODS.has(method) || statusCode >= 400) return;
    const change = CHANGES_OF_ROUTES[`${method} ${routeOptions.url}`] ?? EVERYTHING;
    if (change === 'nothing') return;
    const ids = [...(caller ? [caller.user.id] : []), ...idsIn(url), ...(typeof payload === 'string' ? idsIn(payload) : [])];
    const changed = change === EVERYTHING ? undefined : new Set([...change, ...ids]);
    if (changed === undefined || changed.size > SUBJECTS_MAX) {
      writes.emit('write', EVERYTHING);
      signals.tell('pages');
    } else {
      writes.emit('write', changed);
      signals.tell('pages', changed);
    }
  });
  signals.on('pages', (about) => writes.emit('write', about === undefined ? EVERYTHING : new Set(about)));
  return writes;
}
