import { jest } from '@jest/globals';
import type { RenderRequest } from '@solvent/federation/rendering';
import type { ApiGet } from './renderer.ts';
import { requestAgreement, fetchAgreement, goodChange, goodDelivery, setStatus } from '../../../testing/agreements.ts';
import { addProblem, getBid, goodBid, placeBid, putBid } from '../../../testing/bids.ts';
import { getComment } from '../../../testing/discussion.ts';
import { buildModule } from '../../../testing/modules.ts';
import { goodProblem } from '../../../testing/problems.ts';
import { documentedRoutes } from '../../../testing/documented-routes.ts';
import { openSite } from '../../../testing/site.ts';
import type { TestSite } from '../../../testing/site.ts';
import { TEST_PASSWORD } from '../../../testing/factories.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import type { TestResponse } from '../../../testing/test-app.ts';
import { ROUTE_CHANGES, EVERYTHING } from '../../../platform/http/writes.ts';

/** Renders the response of one `GET` of the API, whose path is in the URL. */
async function renderPage({ url }: RenderRequest, get: ApiGet) {
  const path = new URLSearchParams(url.split('?')[1]).get('of') ?? '';
  const { status, body } = path === '' ? { status: 200, body: '' } : await get(path);
  rendered.push(path);
  return { status: 200 as const, head: `<title>${Buffer.from(`${status} ${body}`).toString('base64')}</title>` };
}

let site: TestSite;
/** API paths of the rendered pages, in order. */
let rendered: string[] = [];
let count = 0;
beforeAll(async () => {
  site = await openSite({
    ports: { renderer: { render: renderPage, close: () => undefined } },
  });
  // Keeps pages from expiring.
  jest.useFakeTimers({
    now: Date.now(),
    doNotFake: [
      'hrtime',
      'nextTick',
      'performance',
      'queueMicrotask',
      'setImmediate',
      'clearImmediate',
      'setInterval',
      'clearInterval',
      'setTimeout',
      'clearTimeout',
    ],
  });
});
afterAll(async () => {
  jest.useRealTimers();
  await site.close();
});

/** The response that a visitor's page shows. Networks are rate limited, so each visitor has another one. */
async function readShown(path: string): Promise<string> {
  count += 1;
  const remoteAddress = `10.0.${count >> 8}.${count & 255}`;
  const url = `/toolbox?${new URLSearchParams({ of: path })}`;
  const { body } = await site.test.app.inject({ url, remoteAddress, headers: { 'user-agent': 'Googlebot' } });
  return Buffer.from(/<title>([\w+/=]+)<\/title>/.exec(body)?.[1] ?? '', 'base64').toString();
}

/** The current response. */
async function readCurrent(path: string): Promise<string> {
  const { statusCode, body } = await site.test.app.inject({ url: path, headers: { 'x-app-key': site.test.config.appKey } });
  return `${statusCode} ${body}`;
}

const stripViewCounts = (text: string) => text.replaceAll(/"viewCount":\d+/g, '');

/** Returns the pages that were rendered again after a write. Fails if a page differs from the API. */
async function findRerendered(paths: string[], what: string, write: () => Promise<TestResponse>): Promise<string[]> {
  for (const path of paths) await readShown(path);
  const { status, body } = await write();
  if (status >= 400) throw new Error(`${what}: ${status} ${JSON.stringify(body)}`);
  rendered = [];
  const outdated: string[] = [];
  for (const path of paths)
    if (stripViewCounts(await readShown(path)) !== stripViewCounts(await readCurrent(path))) outdated.push(path);
  expect({ what, outdated }).toEqual({ what, outdated: [] });
  return rendered;
}

it('lists the changes of each route that writes', async () => {
  const routes = (await documentedRoutes(site.test)).filter(({ method }) => method !== 'GET');
  const names = routes.map(({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`);
  expect(Object.keys(ROUTE_CHANGES).toSorted()).toEqual([...names, 'POST /*'].toSorted());
});

it('anonymous POST requests and writes that visitors cannot see invalidate no page', async () => {
  const { test } = site;
  const caller = await test.signedIn('seeker');
  const { id } = await addProblem(test, caller);
  const solver = await test.signedIn('solver');
  const module = await buildModule(test, solver);
  const paths = ['/api/problems', `/api/problems/${id}`, '/api/modules', `/api/auth/profile/${caller.user.id}`];
  const post = async (url: string) => {
    const { statusCode } = await test.app.inject({ method: 'POST', url });
    return { status: statusCode, body: {}, headers: {} };
  };
  expect(await findRerendered(paths, 'POST /terms', () => post('/terms'))).toEqual([]);
  const sendAs = (method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) => () =>
    test.request(method, url, { as: caller, ...(payload && { payload }) });
  const hiddenWrites = {
    save: sendAs('PUT', `/api/problems/${id}/save`),
    'save a module': sendAs('PUT', `/api/modules/${module.id}/save`),
    'report a module': sendAs('POST', `/api/modules/${module.id}/reports`, {
      reason: 'bugs',
      description: 'It does not even start.',
    }),
    block: sendAs('PUT', `/api/auth/profile/${solver.user.id}/block`),
    unblock: sendAs('DELETE', `/api/auth/profile/${solver.user.id}/block`),
    'read all': sendAs('PUT', '/api/notifications/read-all'),
    invite: sendAs('POST', `/api/problems/${id}/invitations`, { solverId: solver.user.id }),
    'sign out': sendAs('POST', '/api/auth/logout'),
  };
  for (const [what, write] of Object.entries(hiddenWrites))
    expect({ what, rerendered: await findRerendered(paths, what, write) }).toEqual({ what, rerendered: [] });
});

describe('pages of visitors are current when a write returns', () => {
  let people: { seeker: TestCaller; solver: TestCaller; other: TestCaller };
  let problem: string;
  let another: string;
  let paths: string[];
  let others: string[];
  beforeAll(async () => {
    const { test } = site;
    people = {
      seeker: await test.signedIn('seeker', { name: 'Maya' }),
      solver: await test.signedIn('solver', { name: 'Diego' }),
      other: await test.signedIn('solver', { name: 'Olga' }),
    };
    problem = (await addProblem(test, people.seeker)).id;
    another = (await addProblem(test, await test.signedIn('seeker'), { tags: ['Perl'] })).id;
    const ofProblem = (id: string) => ['', '/comments', '/timeline'].map((below) => `/api/problems/${id}${below}`);
    others = ofProblem(another);
    paths = [
      '/api/problems',
      '/api/problems?status=in-progress',
      '/api/problems?tags=Rust',
      '/api/problems/categories',
      '/api/problems/similar?title=Our%20importer%20loses',
      `/api/bids?problemId=${problem}`,
      `/api/problems/user?userId=${people.seeker.user.id}`,
      ...Object.values(people).map(({ user }) => `/api/auth/profile/${user.id}`),
      ...ofProblem(problem),
      ...others,
    ];
    // For rows that were inserted directly.
    site.test.deps.writeEvents.emit('write', EVERYTHING);
  });

  it('of problems, bids, comments and people', async () => {
    const { test } = site;
    const { seeker, solver, other } = people;
    const write = (what: string, call: () => Promise<TestResponse>) => findRerendered(paths, what, call);
    let last: TestResponse = { status: 0, body: {}, headers: {} };
    const capture = async (call: Promise<TestResponse>) => (last = await call);

    const rerendered = await write('a question', () =>
      capture(test.request('POST', `/api/problems/${problem}/comments`, { as: solver, payload: { content: 'Which database?' } })),
    );
    expect(rerendered).toContain(`/api/problems/${problem}/comments`);
    expect(rerendered).not.toContain('/api/problems?tags=Rust');
    expect(rerendered.filter((path) => others.includes(path))).toEqual([]);
    const { _id: comment } = getComment(last);
    await write('an edit', () =>
      test.request('PUT', `/api/comments/${comment}`, { as: solver, payload: { content: 'Which one?' } }),
    );
    await write('a pin', () => test.request('PUT', `/api/comments/${comment}/pin`, { as: seeker, payload: { pinned: true } }));
    await write('its end', () => test.request('DELETE', `/api/comments/${comment}`, { as: solver }));

    const bid = await write('a bid', () => capture(placeBid(test, solver, problem)));
    expect(bid).toEqual(expect.arrayContaining(['/api/problems', `/api/problems/${problem}`]));
    expect(bid.filter((path) => others.includes(path))).toEqual([]);
    const { _id: bidId } = getBid(last);
    await write('another bid', () => capture(placeBid(test, other, problem)));
    const { _id: second } = getBid(last);
    await write('a changed bid', () => putBid(test, solver, bidId, '', { ...goodBid, amount: 130 }));
    await write('a withdrawn bid', () => putBid(test, other, second, 'withdraw'));
    await write('a name', () => test.request('PATCH', '/api/auth/profile', { as: seeker, payload: { name: 'Maja' } }));
    await write('tags', () =>
      test.request('PUT', `/api/problems/${problem}`, { as: seeker, payload: { ...goodProblem, tags: ['Rust'] } }),
    );
    const { body: mine } = await test.request('GET', `/api/problems/${problem}`, { as: solver });
    const { myBid } = mine['problem'] as { myBid: { unconfirmedSince: string } };
    await write('a confirmed bid', () => putBid(test, solver, bidId, 'confirm', { changedAt: myBid.unconfirmedSince }));
    await write('an accepted bid', () => putBid(test, seeker, bidId, 'accept'));
    const { body } = await test.request('GET', '/api/agreements', { as: seeker });
    // The response schema guarantees the type.
    const [{ _id: agreement } = { _id: '' }] = body['agreements'] as { _id: string }[];
    await write('a proposal', () => requestAgreement(test, seeker, agreement, 'POST changes', goodChange));
    const { changes } = await fetchAgreement(test, { id: agreement, seeker });
    await write('its acceptance', () =>
      requestAgreement(test, solver, agreement, `PUT changes/${changes[0]?._id}`, { answer: 'agree' }),
    );
    await write('a delivery', () => requestAgreement(test, solver, agreement, 'PUT deliver', goodDelivery));
    await write('the end', () => setStatus(test, seeker, problem, 'solved'));
    await write('a payment', () => requestAgreement(test, seeker, agreement, 'PUT paid'));
    await write('its receipt', () => requestAgreement(test, solver, agreement, 'PUT received'));
    for (const as of [seeker, solver])
      await write('a review', () =>
        test.request('POST', `/api/problems/${problem}/reviews`, { as, payload: { rating: 5, text: 'Quick' } }),
      );
    await write('a new problem', () => capture(test.request('POST', '/api/problems', { as: seeker, payload: goodProblem })));
    // The response schema guarantees the type.
    const { _id: created } = last.body['problem'] as { _id: string };
    await write('a closed problem', () => setStatus(test, seeker, created, 'closed'));
    await write('an open problem', () => setStatus(test, seeker, created, 'open'));
    await write('a deleted problem', () => test.request('DELETE', `/api/problems/${created}`, { as: seeker }));
    await write('a role', () =>
      test.request('PUT', '/api/auth/switch-role', { as: seeker, payload: { role: 'solver', expertiseAreas: ['Go'] } }),
    );
    await write('a deleted account', () =>
      test.request('POST', '/api/auth/delete-account', { as: other, payload: { password: TEST_PASSWORD } }),
    );
  });

  it('of modules', async () => {
    const { test } = site;
    const { solver: author, seeker: reader } = people;
    const [module, paid] = [await buildModule(test, author), await buildModule(test, author, { priceCents: 900 })];
    const modulePaths = [module.slug, module.id, paid.slug].flatMap((key) =>
      ['', '/reviews', '/related'].map((below) => `/api/modules/${key}${below}`),
    );
    const all = ['/api/modules', '/api/modules?tags=Rust', `/api/auth/profile/${author.user.id}`, ...modulePaths, ...others];
    site.test.deps.writeEvents.emit('write', EVERYTHING);
    const write = async (what: string, call: () => Promise<TestResponse>) => {
      const again = await findRerendered(all, what, call);
      expect(again.filter((path) => others.includes(path))).toEqual([]);
      return again;
    };
    await write('a purchase', () =>
      test.request('POST', `/api/modules/${paid.slug}/purchase`, {
        as: reader,
        payload: { license: 'standard', priceCents: 900 },
      }),
    );
    let review: TestResponse = { status: 0, body: {}, headers: {} };
    await write('a review', async () => {
      review = await test.request('POST', `/api/modules/${paid.slug}/reviews`, {
        as: reader,
        payload: { rating: 4, text: 'Good' },
      });
      return review;
    });
    // The response schema guarantees the type.
    const { id } = review.body['review'] as { id: string };
    await write('an answer', () =>
      test.request('PUT', `/api/modules/${paid.slug}/reviews/${id}/answer`, { as: author, payload: { text: 'Thank you' } }),
    );
    await write('an address', () =>
      test.request('PUT', '/api/modules/own/contact', { as: author, payload: { showsEmail: true } }),
    );
    for (const status of ['unpublished', 'published'])
      await write(status, () => test.request('PUT', `/api/modules/${module.id}/status`, { as: author, payload: { status } }));
    await write('the end', () => test.request('DELETE', `/api/modules/${module.id}`, { as: author }));
  });
});
