import { eq } from 'drizzle-orm';
import { deleteObsoleteVersions } from '../problems/rewrites.ts';
import { bids, problems, problemVersions } from '../schema.ts';
import type { Bid, ComparisonResponse } from '@solvent/contracts';
import { notificationsTo } from '../../../testing/agreements.ts';
import { getBid, conflictResponse, goodBid, placeBid, problemWithBids, putBid } from '../../../testing/bids.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { goodProblem } from '../../../testing/problems.ts';

const WAITS = conflictResponse('You changed the problem after this bid. It can be accepted once its solver has confirmed it.');
const OTHER = { title: 'Build a shop', body: 'A shop with payments and a basket.', category: 'frontend', tags: ['React'] };

const AHEAD = new Date(Date.now() + 3_600_000);

let test: TestApp;
let poster: TestCaller;
let solver: TestCaller;
let problemId: string;
let bidId: string;
beforeAll(async () => {
  test = await createTestApp();
});
beforeEach(async () => {
  const diego = await test.signedIn('solver', { name: 'Diego' });
  const made = await problemWithBids(test, [diego]);
  ({ poster } = made);
  solver = diego;
  problemId = made.problem.id;
  bidId = made.bids[0]?._id ?? '';
  await edit();
  await confirm();
});
afterAll(() => test.close());

const edit = (given: object = {}) =>
  test.request('PUT', `/api/problems/${problemId}`, { as: poster, payload: { ...goodProblem, ...given } });
const accept = () => putBid(test, poster, bidId, 'accept');
const compare = (as = solver) => test.request('GET', `/api/bids/${bidId}/comparison`, { as });
/** The answer's schema lets nothing else out. */
const compared = async () => (await compare()).body as unknown as ComparisonResponse;

async function confirm(): Promise<void> {
  const { changedAt } = await compared();
  if (changedAt) await putBid(test, solver, bidId, 'confirm', { changedAt });
}

async function listed(as: TestCaller): Promise<Bid | undefined> {
  const { body } = await test.request('GET', `/api/bids?problemId=${problemId}`, { as });
  // The answer's schema lets nothing else out.
  return (body['bids'] as Bid[])[0];
}

const changesTold = async (as: TestCaller) => (await notificationsTo(test, as)).filter(({ type }) => type === 'problem_changed');

describe('a problem that is rewritten while bids are pending (product 4.11)', () => {
  it.each([
    ['its title', { title: OTHER.title }],
    ['its description', { body: OTHER.body }],
    ['its category', { category: OTHER.category }],
    ['its tags', { tags: ['Rust', 'Kafka', 'Redis', 'Docker'] }],
    ['a number', { title: `${goodProblem.title} 2` }],
  ])('in %s: its bids wait for their solvers, who are notified', async (_what, given) => {
    expect((await edit(given)).status).toBe(200);
    expect(await accept()).toMatchObject(WAITS);
    for (const as of [poster, solver]) expect((await listed(as))?.unconfirmedSince).toMatch(/Z$/);
    const { body } = await test.request('GET', `/api/problems/${problemId}`, { as: solver });
    expect(body).toMatchObject({ problem: { myBid: { unconfirmedSince: expect.stringMatching(/Z$/) } } });
    const title = 'title' in given ? given.title : goodProblem.title;
    const message = `${poster.user.name} changed "${title}". Compare the texts, then confirm your bid`;
    expect((await changesTold(solver))[0]).toEqual({ type: 'problem_changed', title: 'Problem changed', message });
  });

  it('shows what it said and says, and takes the bid again once its solver has confirmed it', async () => {
    await edit(OTHER);
    const { changedAt, before, after } = await compared();
    const { title, body, category, tags } = goodProblem;
    expect([before, after]).toEqual([{ title, body, category, tags }, OTHER]);
    const unconfirmed = await listed(solver);
    expect(unconfirmed?.unconfirmedSince).toBe(changedAt);
    const confirmed = getBid(await putBid(test, solver, bidId, 'confirm', { changedAt }));
    expect(confirmed).toEqual({ ...unconfirmed, unconfirmedSince: null });
    expect((await compare()).status).toBe(404);
    const again = await putBid(test, solver, bidId, 'confirm', { changedAt });
    expect(again).toMatchObject(conflictResponse('This bid is confirmed already.'));
    expect(getBid(await accept()).status).toBe('accepted');
  });

  it('once more, before the first change was confirmed: the solver compares with what the bid was made for', async () => {
    await edit(OTHER);
    const { changedAt } = await compared();
    await edit({ ...OTHER, title: 'Build two shops and a warehouse' });
    const late = conflictResponse('This problem was changed again meanwhile. Compare the texts, then confirm your bid.');
    expect(await putBid(test, solver, bidId, 'confirm', { changedAt })).toMatchObject(late);
    expect(await compared()).toMatchObject({
      before: { title: goodProblem.title },
      after: { title: 'Build two shops and a warehouse' },
    });
    await confirm();
    expect((await accept()).status).toBe(200);
  });

  it('word by word: small edits add up', async () => {
    const words = goodProblem.body.split(' ');
    for (const count of [1, 2])
      await edit({ body: ['Please', 'build', 'shops', ...words.slice(3)].slice(0, count).concat(words.slice(count)).join(' ') });
    expect((await listed(solver))?.unconfirmedSince).toBeNull();
    await edit({ title: 'Our shop loses rows', body: ['Please', 'build', 'shops', ...words.slice(3)].join(' ') });
    expect(await accept()).toMatchObject(WAITS);
    expect(await compared()).toMatchObject({ before: { body: goodProblem.body } });
  });

  it('does not concern bids that are placed afterwards; changing an older one does not confirm it', async () => {
    await edit(OTHER);
    const later = getBid(await placeBid(test, await test.signedIn('solver'), problemId));
    expect(later.unconfirmedSince).toBeNull();
    const changed = await putBid(test, solver, bidId, '', { ...goodBid, amount: 130 });
    expect(getBid(changed).unconfirmedSince).not.toBeNull();
    expect(await accept()).toMatchObject(WAITS);
    expect((await putBid(test, poster, later._id, 'accept')).status).toBe(200);
    expect((await listed(solver))?.unconfirmedSince).toBeNull();
  });

  it.each([
    ['placed', { createdAt: AHEAD, confirmedAt: null }],
    ['confirmed', { confirmedAt: AHEAD }],
  ])('follows a bid that was %s on a server with its clock ahead', async (_how, times) => {
    await test.db.update(bids).set(times).where(eq(bids.id, bidId));
    await edit(OTHER);
    expect(await accept()).toMatchObject(WAITS);
    const first = await compared();
    expect(first).toMatchObject({ before: { title: goodProblem.title }, after: OTHER });
    await edit({ ...OTHER, title: 'Build two shops and a warehouse' });
    const second = await compared();
    expect(second).toMatchObject({ before: { title: goodProblem.title } });
    expect(Date.parse(second.changedAt)).toBeGreaterThan(Date.parse(first.changedAt));
    await confirm();
    expect((await accept()).status).toBe(200);
  });

  it('precedes a bid that is placed afterwards by a server with its clock behind', async () => {
    await test.db.update(problems).set({ rewrittenAt: AHEAD }).where(eq(problems.id, problemId));
    expect(getBid(await placeBid(test, await test.signedIn('solver'), problemId)).unconfirmedSince).toBeNull();
  });

  it('keeps what it said while a bid that was made before is pending, and no longer', async () => {
    const versions = () => test.db.$count(problemVersions, eq(problemVersions.problemId, problemId));
    await edit(OTHER);
    await placeBid(test, await test.signedIn('solver'), problemId);
    await deleteObsoleteVersions(test.db);
    expect(await compared()).toMatchObject({ before: { title: goodProblem.title } });
    await putBid(test, solver, bidId, 'withdraw');
    await test.runJobs();
    expect(await versions()).toBe(0);
  });

  it('is compared and confirmed by the solver of the bid alone', async () => {
    await edit(OTHER);
    const { changedAt } = await compared();
    for (const [as, status] of [
      [poster, 403],
      [await test.signedIn('solver'), 404],
    ] as const) {
      expect((await compare(as)).status).toBe(status);
      expect((await putBid(test, as, bidId, 'confirm', { changedAt })).status).toBe(status);
    }
    expect(await accept()).toMatchObject(WAITS);
  });
});

it('a typo, another budget or a file leaves the bids as they are (product 4.11)', async () => {
  const before = (await changesTold(solver)).length;
  await edit({ title: goodProblem.title.replace('loses', 'looses'), budget: 5000 });
  expect((await listed(poster))?.unconfirmedSince).toBeNull();
  expect((await compare()).status).toBe(404);
  expect(await changesTold(solver)).toHaveLength(before);
  expect((await accept()).status).toBe(200);
});
