import { MISSING_MODULE } from './testing/modules.ts';
import { BODY_FIELDS } from './testing/route-table.ts';
import { documentedRoutes } from './testing/documented-routes.ts';
import type { DocumentedRoute } from './testing/documented-routes.ts';
import { setUpTestApp } from './testing/test-app.ts';

const test = setUpTestApp();

const WRONG_FORM = 'This value has the wrong form';
const FILES = 'You can attach up to 5 files';
const REVIEW = 'A review cannot exceed 2,000 characters';
const long = (length: number) => 'x'.repeat(length);

/** One invalid value per route: the rules themselves are tested in shared/contracts. */
type InvalidFields = Record<string, [field: string, value: unknown, message: string]>;

const BODIES: InvalidFields = {
  'POST /api/auth/signup': ['name', ' ', 'Name is required'],
  'POST /api/auth/verify-email': ['oobCode', '', 'The link is incomplete'],
  'POST /api/auth/login': ['password', '', 'Password is required'],
  'POST /api/auth/reset-password/link': ['email', 'ada', 'Please enter a valid email address'],
  'POST /api/auth/reset-password': ['password', '', 'Password is required'],
  'PUT /api/auth/password': ['currentPassword', '', 'Your current password is required'],
  'PUT /api/auth/device-token': ['deviceToken', {}, WRONG_FORM],
  'PUT /api/auth/profile': ['country', 'us', 'Please choose a country'],
  'PATCH /api/auth/profile': ['name', '', 'Name is required'],
  'PUT /api/auth/switch-role': ['role', 'admin', 'Choose how you want to use Solvent'],
  'POST /api/auth/delete-account': ['password', long(1025), 'Password is too long'],
  'POST /api/auth/identities': ['newIdToken', '', 'The identity is incomplete'],
  'POST /api/problems': ['title', '', 'Title is required'],
  'PUT /api/problems/{id}': ['budget', 'a lot', 'Budget must be a number, such as 1250 or 1,250'],
  'POST /api/problems/searches': ['name', ' \n ', 'Please name the search'],
  'PUT /api/problems/searches/{id}': ['alerts', 'always', 'Unknown alerts'],
  'POST /api/problems/{id}/reports': ['reason', 'boring', 'Choose a reason'],
  'POST /api/chat/messages/{id}/reports': ['reason', 'boring', 'Choose a reason'],
  'PUT /api/problems/{id}/status': ['status', ['open'], 'Unknown status'],
  'POST /api/problems/{id}/comments': ['content', ' \n\t ', 'Write something first'],
  'PUT /api/comments/{id}': ['content', { $ne: '' }, WRONG_FORM],
  'PUT /api/comments/{id}/pin': ['pinned', 'perhaps', WRONG_FORM],
  'POST /api/problems/{id}/reviews': ['rating', 6, 'Choose 1 to 5 stars'],
  'POST /api/bids': ['message', ' '.repeat(40), 'Message is required'],
  'PUT /api/bids/{id}': ['amount', -1, 'Amount must be at least $1'],
  'PUT /api/bids/{id}/accept': ['amount', 1.5, 'Amount must be a whole number of dollars'],
  'PUT /api/bids/{id}/confirm': ['changedAt', long(31), 'Review the changes first'],
  'PUT /api/bids/{id}/reject': ['reason', long(501), 'Reason cannot exceed 500 characters'],
  'PUT /api/bids/{id}/shortlist': ['shortlisted', null, 'Shortlisted must be true or false'],
  'PUT /api/agreements/{id}/deliver': ['files', Array(6).fill(MISSING_MODULE), FILES],
  'POST /api/agreements/{id}/revisions': ['text', ' ', 'Describe what to change'],
  'PUT /api/agreements/{id}/paid': ['method', 'gold', 'Choose how you paid'],
  'PUT /api/payment-details': ['link', 'http://example.com', 'Enter a link that begins with https://'],
  'POST /api/agreements/{id}/changes': ['days', 91, 'Days cannot exceed 90'],
  'POST /api/agreements/{id}/parting': ['note', long(501), 'The note cannot exceed 500 characters'],
  'PUT /api/agreements/{id}/changes/{changeId}': ['answer', 'perhaps', 'Choose agree, decline or withdraw'],
  'POST /api/agreements/{id}/dispute': ['view', 'Too short', 'Your view must be at least 30 characters'],
  'PUT /api/agreements/{id}/dispute': ['view', long(4001), 'Your view cannot exceed 4,000 characters'],
  'POST /api/problems/{id}/invitations': ['solverId', 'ada', 'User not found'],
  'POST /api/chat/conversations': ['userId', 'ada', 'User not found'],
  'PUT /api/chat/conversations/{id}/read': ['seq', -1, 'Position must be at least 0'],
  'PUT /api/chat/conversations/{id}/marks': ['seq', -1, 'Position must be at least 0'],
  'POST /api/chat/messages': ['clientId', 'first', 'clientId must be a UUID'],
  'PUT /api/modules/{id}': ['techStack', [], 'Select at least one technology'],
  'POST /api/modules/{id}/purchase': ['priceCents', '1950', WRONG_FORM],
  'POST /api/modules/{id}/reviews': ['text', long(2001), REVIEW],
  'PUT /api/modules/{id}/reviews/{reviewId}/answer': ['text', long(2001), 'An answer cannot exceed 2,000 characters'],
  'POST /api/modules/{id}/reports': ['reason', 'boring', 'Unknown reason'],
  'PUT /api/modules/own/contact': ['showsEmail', 'yes', WRONG_FORM],
  'PUT /api/modules/{id}/status': ['status', 'in-review', 'Unknown status'],
  'POST /api/contact': ['subject', 'no', 'Topic must be at least 3 characters'],
};
/** The first one checks a proof of identity before its fields; the others check their parts separately. */
const EXCEPTIONS = ['POST /api/auth/social-auth', 'PUT /api/chat/messages/{id}', 'POST /api/runtime-reports'];

const QUERIES: Record<string, [query: string, errors: object]> = {
  'GET /api/auth/profiles': ['search=', { search: 'Enter a name to search for' }],
  'GET /api/problems': ['category=carpentry', { category: 'Unknown category' }],
  'GET /api/problems/categories': ['price_min=-1', { price_min: 'The lowest price cannot be negative' }],
  'GET /api/problems/budgets': ['category=', { category: 'Please choose a category' }],
  'GET /api/problems/similar': ['title=', { title: 'Title is required' }],
  'GET /api/problems/user': ['userId=ada', { userId: 'User not found' }],
  'GET /api/problems/inviting': ['solverId=ada', { solverId: 'User not found' }],
  'GET /api/problems/{id}/timeline': ['before=last', { before: 'Entry not found' }],
  'GET /api/bids': ['problemId=first', { problemId: 'Problem not found' }],
  'GET /api/chat/conversations': ['filter=muted', { filter: 'Choose unread or archived' }],
  'GET /api/chat/search': ['q=', { q: 'Enter a search term' }],
  'GET /api/chat/messages/{id}': ['page=2&before=9', { before: 'Use only one of page, after, before and changedAfter' }],
  'GET /api/modules': ['author=lena', { author: 'Author not found' }],
};

describe('the rules of every route', () => {
  const request = async (route: string, { query = '', payload }: { query?: string; payload?: object }) => {
    const [method, path = ''] = route.split(' ');
    const as = await test.signedIn(route === 'POST /api/bids' ? 'solver' : 'seeker');
    const url = `${path.replaceAll(/\{\w+\}/g, MISSING_MODULE)}${query}`;
    // The tables contain only valid methods.
    return test.request(method as DocumentedRoute['method'], url, { as, ...(payload && { payload }) });
  };

  it.each(Object.entries(BODIES))('%s validates its body', async (route, [field, value, message]) => {
    const answer = await request(route, { payload: { [field]: value } });
    expect(answer).toMatchObject({ status: 422, body: { code: 'invalid', errors: { [field]: message } } });
  });

  it.each(Object.entries(QUERIES))('%s rejects %s', async (route, [query, errors]) => {
    expect(await request(route, { query: `?${query}` })).toMatchObject({ status: 422, body: { errors } });
  });

  it('are complete in these tables; lists have a limit, and reject unknown filters', async () => {
    expect([...Object.keys(BODIES), ...EXCEPTIONS].toSorted()).toEqual(Object.keys(BODY_FIELDS).toSorted());
    const filtered = (await documentedRoutes(test)).filter(({ filters }) => filters.includes('limit'));
    expect(filtered.length).toBeGreaterThan(10);
    for (const { method, path } of filtered) {
      const answer = await request(`${method} ${path}`, { query: '?limit=101&since=3' });
      const errors = { limit: 'Limit can be at most 100', since: 'There is no filter called "since"' };
      expect([path, answer.body['errors']]).toEqual([path, expect.objectContaining(errors)]);
    }
  });
});
