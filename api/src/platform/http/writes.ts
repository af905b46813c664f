import { EventEmitter } from 'node:events';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import type { App } from './app.ts';
import { isSecure, readCookie } from './request-headers.ts';
import { SAFE_METHODS } from '../limits/register-limits.ts';
import type { Signals } from '../redis/signals.ts';

export type ListSubject = 'problems' | 'modules' | 'people';

/**
 * Marks a change that hides nothing that visitors see: what pages showed before it may be shown a little longer. A change without it
 * may be the deletion of a text, or a problem or module that is no longer listed.
 */
export const ADDITIVE = 'additive';

/** Public lists that a write changes, besides everything named by the caller's id, the URL and the response; `nothing`: not even that. */
type RouteChange = 'nothing' | 'everything' | readonly (ListSubject | typeof ADDITIVE)[];

const NAMED: RouteChange = [];

/** A missing route changes everything. Profiles (`people`) show statistics of their users; module pages have no ids in their URLs. */
export const ROUTE_CHANGES: Readonly<Record<string, RouteChange>> = {
  'POST /api/auth/signup': 'nothing',
  'POST /api/auth/login': 'nothing',
  'POST /api/auth/social-auth': NAMED,
  'POST /api/auth/verify-email': NAMED,
  'POST /api/auth/reset-password/link': 'nothing',
  'POST /api/auth/reset-password': NAMED,
  'PUT /api/auth/password': 'nothing',
  'POST /api/auth/identities': NAMED,
  'DELETE /api/auth/identities/:type/:id': NAMED,
  'PUT /api/auth/device-token': 'nothing',
  'POST /api/auth/logout': 'nothing',
  'DELETE /api/auth/sessions': 'nothing',
  'DELETE /api/auth/sessions/:id': 'nothing',
  'PUT /api/auth/profile/:id/block': 'nothing',
  'DELETE /api/auth/profile/:id/block': 'nothing',
  'PUT /api/auth/profile': NAMED,
  'PATCH /api/auth/profile': NAMED,
  'PUT /api/auth/switch-role': NAMED,
  'POST /api/auth/delete-account': 'everything',
  'POST /api/file-upload': 'nothing',
  'POST /api/problems': ['problems', 'people', ADDITIVE],
  'PUT /api/problems/:id': ['problems', 'people'],
  'PUT /api/problems/:id/status': ['problems', 'people'],
  'DELETE /api/problems/:id': ['problems', 'people'],
  'PUT /api/problems/:id/save': 'nothing',
  'DELETE /api/problems/:id/save': 'nothing',
  'POST /api/problems/searches': 'nothing',
  'PUT /api/problems/searches/:id': 'nothing',
  'DELETE /api/problems/searches/:id': 'nothing',
  'POST /api/problems/:id/reports': 'nothing',
  'POST /api/problems/:id/invitations': 'nothing',
  'POST /api/problems/:id/comments': [ADDITIVE],
  'PUT /api/comments/:id': NAMED,
  'DELETE /api/comments/:id': NAMED,
  'PUT /api/comments/:id/pin': [ADDITIVE],
  // Ratings appear beside their user's name everywhere.
  'POST /api/problems/:id/reviews': 'everything',
  'POST /api/bids': ['people', ADDITIVE],
  'PUT /api/bids/:id': ['people', ADDITIVE],
  'PUT /api/bids/:id/withdraw': ['people', ADDITIVE],
  'PUT /api/bids/:id/confirm': ['people', ADDITIVE],
  'PUT /api/bids/:id/accept': ['problems', 'people', ADDITIVE],
  'PUT /api/bids/:id/reject': ['people', ADDITIVE],
  'PUT /api/bids/:id/shortlist': 'nothing',
  'PUT /api/agreements/:id/deliver': ['problems', 'people', ADDITIVE],
  'POST /api/agreements/:id/revisions': ['problems', 'people', ADDITIVE],
  'PUT /api/agreements/:id/paid': ['people', ADDITIVE],
  'PUT /api/agreements/:id/received': ['people', ADDITIVE],
  'PUT /api/payment-details': 'nothing',
  'POST /api/agreements/:id/changes': 'nothing',
  'POST /api/agreements/:id/parting': 'nothing',
  'PUT /api/agreements/:id/changes/:changeId': ['problems', 'people', ADDITIVE],
  'POST /api/agreements/:id/dispute': ['problems', 'people', ADDITIVE],
  'PUT /api/agreements/:id/dispute': 'nothing',
  'DELETE /api/agreements/:id/dispute': ['problems', 'people', ADDITIVE],
  'POST /api/chat/conversations': 'nothing',
  'PUT /api/chat/conversations/:id/read': 'nothing',
  'PUT /api/chat/conversations/:id/marks': 'nothing',
  'POST /api/chat/messages': 'nothing',
  'PUT /api/chat/messages/:id': 'nothing',
  'DELETE /api/chat/messages/:id': 'nothing',
  'POST /api/chat/messages/:id/reports': 'nothing',
  'PUT /api/chat/messages/:id/reactions/:emoji': 'nothing',
  'DELETE /api/chat/messages/:id/reactions/:emoji': 'nothing',
  'PUT /api/notifications/read-all': 'nothing',
  'PUT /api/notifications/:id': 'nothing',
  'PUT /api/notifications/:id/read': 'nothing',
  'DELETE /api/notifications/clear-all': 'nothing',
  'PUT /api/notifications/restore-cleared': 'nothing',
  'POST /api/modules': ['modules', 'people', ADDITIVE],
  'POST /api/modules/:id/versions': ['modules', 'people', ADDITIVE],
  'PUT /api/modules/own/contact': ['modules'],
  'PUT /api/modules/:id/versions/:version/no-secret': ['modules', 'people'],
  'PUT /api/modules/:id': ['modules', 'people'],
  'PUT /api/modules/:id/status': ['modules', 'people'],
  'DELETE /api/modules/:id': ['modules', 'people'],
  'DELETE /api/modules/uploads/:key': 'nothing',
  'PUT /api/modules/:id/save': 'nothing',
  'DELETE /api/modules/:id/save': 'nothing',
  'POST /api/modules/:id/purchase': ['modules', 'people', ADDITIVE],
  'POST /api/modules/:id/reviews': ['modules', 'people'],
  'PUT /api/modules/:id/reviews/:reviewId/answer': ['modules'],
  'POST /api/modules/:id/reports': 'nothing',
  'POST /api/contact': 'nothing',
  'POST /api/runtime-reports': 'nothing',
  'POST /api/csp-reports': 'nothing',
  // The consent to third-party code is a cookie.
  'POST /*': 'nothing',
};

/** Ids of users, problems, modules and so on, and names of lists (`problems`, `modules`, `people`); of a change also {@link ADDITIVE}. */
export type Subjects = ReadonlySet<string>;

export const EVERYTHING = 'everything';

export type Change = Subjects | typeof EVERYTHING;

/** Emits the effects of writes on public pages: on this server before the response, on the others shortly after. */
export type Writes = EventEmitter<{ write: [Change] }>;

/** A write with more subjects counts as `EVERYTHING`. */
const MAX_SUBJECTS = 200;

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** Returns whether pages from before the change must not be shown any longer. */
export const mayHide = (change: Change): boolean => change === EVERYTHING || !change.has(ADDITIVE);

/** As long as pages from before a change may be served. */
export const OUTDATED_TTL_SECONDS = 60;

/** Cookie of browsers that changed a page lately, which get no page from before that. It grants nothing. */
const WROTE_COOKIE = 'wrote';

export const hasWrittenRecently = (request: FastifyRequest): boolean => readCookie(request, WROTE_COOKIE) === '1';

const buildWroteCookie = (config: Pick<Config, 'publicUrl'>, request: FastifyRequest) =>
  `${WROTE_COOKIE}=1; Path=/; Max-Age=${OUTDATED_TTL_SECONDS}; HttpOnly; SameSite=Lax${isSecure(config, request) ? '; Secure' : ''}`;

export const findIds = (text: string): string[] => (text.match(ID) ?? []).map((id) => id.toLowerCase());

export function watchWrites(app: App, config: Pick<Config, 'publicUrl'>, signals: Signals): Writes {
  const writes: Writes = new EventEmitter();
  app.addHook('onSend', async (request, reply, payload) => {
    const { method, url, routeOptions, caller } = request;
    if (SAFE_METHODS.has(method) || reply.statusCode >= 400) return;
    const change = ROUTE_CHANGES[`${method} ${routeOptions.url}`] ?? EVERYTHING;
    if (change === 'nothing') return;
    reply.header('set-cookie', buildWroteCookie(config, request));
    const ids = [...(caller ? [caller.user.id] : []), ...findIds(url), ...(typeof payload === 'string' ? findIds(payload) : [])];
    const changed = change === EVERYTHING ? undefined : new Set([...change, ...ids]);
    const subjects = changed !== undefined && changed.size <= MAX_SUBJECTS ? changed : undefined;
    writes.emit('write', subjects ?? EVERYTHING);
    signals.publish('pages', subjects);
  });
  signals.on('pages', (subjects) => writes.emit('write', subjects === undefined ? EVERYTHING : new Set(subjects)));
  return writes;
}
