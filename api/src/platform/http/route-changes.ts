/** A list that visitors are shown: who or what is in it, in which order. */
export type ListSubject = 'problems' | 'modules' | 'people';

/**
 * What a write changes of what visitors are shown, besides everything that is named by the caller's id, its address and its answer;
 * `nothing`: not even that.
 */
type RouteChange = 'nothing' | 'everything' | readonly ListSubject[];

/** Only what has one of the ids. */
const NAMED: RouteChange = [];

/**
 * Each route that writes. One that is missing here changes everything. A profile (`people`) has figures of what its person did, and
 * pages of modules are known by addresses without ids. Figures derived from messages, such as a profile's reply time, lag until the page
 * expires.
 */
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
  'POST /api/problems': ['problems', 'people'],
  'PUT /api/problems/:id': ['problems', 'people'],
  'PUT /api/problems/:id/status': ['problems', 'people'],
  'DELETE /api/problems/:id': ['problems', 'people'],
  'PUT /api/problems/:id/save': 'nothing',
  'DELETE /api/problems/:id/save': 'nothing',
  'POST /api/problems/searches': 'nothing',
  'DELETE /api/problems/searches/:id': 'nothing',
  'POST /api/problems/:id/reports': 'nothing',
  'POST /api/problems/:id/invitations': 'nothing',
  'POST /api/problems/:id/comments': NAMED,
  'PUT /api/comments/:id': NAMED,
  'DELETE /api/comments/:id': NAMED,
  'PUT /api/comments/:id/pin': NAMED,
  // A rating is shown beside its person's name, wherever that is.
  'POST /api/problems/:id/reviews': 'everything',
  'POST /api/bids': ['people'],
  'PUT /api/bids/:id': ['people'],
  'PUT /api/bids/:id/withdraw': ['people'],
  'PUT /api/bids/:id/confirm': ['people'],
  'PUT /api/bids/:id/accept': ['problems', 'people'],
  'PUT /api/bids/:id/reject': ['people'],
  'PUT /api/bids/:id/shortlist': 'nothing',
  'PUT /api/agreements/:id/deliver': ['problems', 'people'],
  'PUT /api/agreements/:id/paid': ['people'],
  'PUT /api/agreements/:id/received': ['people'],
  'POST /api/agreements/:id/changes': 'nothing',
  'POST /api/agreements/:id/parting': 'nothing',
  'PUT /api/agreements/:id/changes/:changeId': ['problems', 'people'],
  'POST /api/agreements/:id/dispute': ['problems', 'people'],
  'PUT /api/agreements/:id/dispute': 'nothing',
  'DELETE /api/agreements/:id/dispute': ['problems', 'people'],
  'POST /api/chat/conversations': 'nothing',
  'PUT /api/chat/conversations/:id/read': 'nothing',
  'POST /api/chat/messages': 'nothing',
  'PUT /api/chat/messages/:id': 'nothing',
  'PUT /api/chat/messages/:id/reactions/:emoji': 'nothing',
  'DELETE /api/chat/messages/:id/reactions/:emoji': 'nothing',
  'PUT /api/notifications/read-all': 'nothing',
  'PUT /api/notifications/:id': 'nothing',
  'PUT /api/notifications/:id/read': 'nothing',
  'DELETE /api/notifications/clear-all': 'nothing',
  'POST /api/modules': ['modules', 'people'],
  'POST /api/modules/:id/versions': ['modules', 'people'],
  'PUT /api/modules/own/contact': ['modules'],
  'PUT /api/modules/:id/versions/:version/no-secret': ['modules', 'people'],
  'PUT /api/modules/:id': ['modules', 'people'],
  'PUT /api/modules/:id/status': ['modules', 'people'],
  'DELETE /api/modules/:id': ['modules', 'people'],
  'DELETE /api/modules/uploads/:key': 'nothing',
  'PUT /api/modules/:id/save': 'nothing',
  'DELETE /api/modules/:id/save': 'nothing',
  'POST /api/modules/:id/purchase': ['modules', 'people'],
  'POST /api/modules/:id/reviews': ['modules', 'people'],
  'PUT /api/modules/:id/reviews/:reviewId/answer': ['modules'],
  'POST /api/modules/:id/reports': 'nothing',
  'POST /api/contact': 'nothing',
  'POST /api/runtime-reports': 'nothing',
  'POST /api/csp-reports': 'nothing',
  // The answer of who is asked about code from elsewhere is a cookie.
  'POST /*': 'nothing',
};
