import { eq } from 'drizzle-orm';
import { deleteObsoleteVersions } from '../problems/rewrites.ts';
import { bids, problems, problemVersions } from '../../../schema/index.ts';
import type { Bid, ComparisonResponse } from '@solvent/contracts';
import { notificationsTo } from '../../../testing/agreements.ts';
import { getBid, conflictResponse, goodBid, placeBid, problemWithBids, putBid } from '../../../testing/bids.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { setUpTestApp } from '../../../testing/test-app.ts';
import { goodProblem } from '../../../testing/problems.ts';

const UNCONFIRMED = conflictResponse(
  'You changed the problem after this bid. It can be accepted once its solver has confirmed it.',
);
const REWRITE = { title: 'Build a shop', body: 'A shop with payments and a basket.', category: 'frontend', tags: ['React'] };

const AHEAD = new Date(Date.now() + 3_600_000);

const test = setUpTestApp();
let poster: TestCaller;
let solver: TestCaller;
let problemId: string;
let bidId: string;
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

const edit = (changes: object = {}) =>
  test.request('PUT', `/api/problems/${problemId}`, { as: poster, payload: { ...goodProblem, ...changes } });
const accept = () => putBid(test, poster, bidId, 'accept');
const compare = (as = solver) => test.request('GET', `/api/bids/${bidId}/comparison`, { as });
// Guaranteed by the response schema.
const fetchComparison = async () => (await compare()).body as unknown as ComparisonResponse;

async function confirm(): Promise<void> {
  const { changedAt } = await fetchComparison();
  if (changedAt) await putBid(test, solver, bidId, 'confirm', { changedAt });
}

async function fetchBid(as: TestCaller): Promise<Bid | undefined> {
  const { body } = await test.request('GET', `/api/bids?problemId=${problemId}`, { as });
  // Guaranteed by the response schema.
  return (body['bids'] as Bid[])[0];
}

const listChangeNotifications = async (as: TestCaller) =>
  (await notificationsTo(test, as)).filter(({ type }) => type === 'problem_changed');

describe('rewriting a problem with pending bids (product 4.11)', () => {
  it.each([
    ['its title', { title: REWRITE.title }],
    ['its description', { body: REWRITE.body }],
    ['its category', { category: REWRITE.category }],
    ['its tags', { tags: ['Rust', 'Kafka', 'Redis', 'Docker'] }],
    ['a number', { title: `${goodProblem.title} 2` }],
  ])('in %s makes its bids unconfirmed, and notifies their solvers', async (_field, changes) => {
    expect((await edit(changes)).status).toBe(200);
    expect(await accept()).toMatchObject(UNCONFIRMED);
    for (const as of [poster, solver]) expect((await fetchBid(as))?.unconfirmedSince).toMatch(/Z$/);
    const { body } = await test.request('GET', `/api/problems/${problemId}`, { as: solver });
    expect(body).toMatchObject({ problem: { myBid: { unconfirmedSince: expect.stringMatching(/Z$/) } } });
    const title = 'title' in changes ? changes.title : goodProblem.title;
    const message = `${poster.user.name} changed "${title}". Compare the texts, then confirm your bid`;
    expect((await listChangeNotifications(solver))[0]).toEqual({ type: 'problem_changed', title: 'Problem changed', message });
  });

  it('shows both texts, and can accept the bid after its solver confirmed it', async () => {
    await edit(REWRITE);
    const { changedAt, before, after } = await fetchComparison();
    const { title, body, category, tags } = goodProblem;
    expect([before, after]).toEqual([{ title, body, category, tags }, REWRITE]);
    const unconfirmed = await fetchBid(solver);
    expect(unconfirmed?.unconfirmedSince).toBe(changedAt);
    const confirmed = getBid(await putBid(test, solver, bidId, 'confirm', { changedAt }));
    expect(confirmed).toEqual({ ...unconfirmed, unconfirmedSince: null });
    expect((await compare()).status).toBe(404);
    const again = await putBid(test, solver, bidId, 'confirm', { changedAt });
    expect(again).toMatchObject(conflictResponse('This bid is already confirmed.'));
    expect(getBid(await accept()).status).toBe('accepted');
  });

  it('twice before a confirmation is compared with the text that the bid was placed for', async () => {
    await edit(REWRITE);
    const { changedAt } = await fetchComparison();
    await edit({ ...REWRITE, title: 'Build two shops and a warehouse' });
    const outdated = conflictResponse('This problem was changed again meanwhile. Compare the texts, then confirm your bid.');
    expect(await putBid(test, solver, bidId, 'confirm', { changedAt })).toMatchObject(outdated);
    expect(await fetchComparison()).toMatchObject({
      before: { title: goodProblem.title },
      after: { title: 'Build two shops and a warehouse' },
    });
    await confirm();
    expect((await accept()).status).toBe(200);
  });

  it('in several small edits makes bids unconfirmed, too', async () => {
    const words = goodProblem.body.split(' ');
    for (const count of [1, 2])
      await edit({ body: ['Please', 'build', 'shops', ...words.slice(3)].slice(0, count).concat(words.slice(count)).join(' ') });
    expect((await fetchBid(solver))?.unconfirmedSince).toBeNull();
    await edit({ title: 'Our shop loses rows', body: ['Please', 'build', 'shops', ...words.slice(3)].join(' ') });
    expect(await accept()).toMatchObject(UNCONFIRMED);
    expect(await fetchComparison()).toMatchObject({ before: { body: goodProblem.body } });
  });

  it('does not affect later bids, and changing an older one does not confirm it', async () => {
    await edit(REWRITE);
    const later = getBid(await placeBid(test, await test.signedIn('solver'), problemId));
    expect(later.unconfirmedSince).toBeNull();
    const changed = await putBid(test, solver, bidId, '', { ...goodBid, amount: 130 });
    expect(getBid(changed).unconfirmedSince).not.toBeNull();
    expect(await accept()).toMatchObject(UNCONFIRMED);
    expect((await putBid(test, poster, later._id, 'accept')).status).toBe(200);
    expect((await fetchBid(solver))?.unconfirmedSince).toBeNull();
  });

  it.each([
    ['placed', { createdAt: AHEAD, confirmedAt: null }],
    ['confirmed', { confirmedAt: AHEAD }],
  ])('is newer than a bid that was %s on a server whose clock is ahead', async (_action, times) => {
    await test.db.update(bids).set(times).where(eq(bids.id, bidId));
    await edit(REWRITE);
    expect(await accept()).toMatchObject(UNCONFIRMED);
    const first = await fetchComparison();
    expect(first).toMatchObject({ before: { title: goodProblem.title }, after: REWRITE });
    await edit({ ...REWRITE, title: 'Build two shops and a warehouse' });
    const second = await fetchComparison();
    expect(second).toMatchObject({ before: { title: goodProblem.title } });
    expect(Date.parse(second.changedAt)).toBeGreaterThan(Date.parse(first.changedAt));
    await confirm();
    expect((await accept()).status).toBe(200);
  });

  it('is older than a later bid from a server whose clock is behind', async () => {
    await test.db.update(problems).set({ rewrittenAt: AHEAD }).where(eq(problems.id, problemId));
    expect(getBid(await placeBid(test, await test.signedIn('solver'), problemId)).unconfirmedSince).toBeNull();
  });

  it('keeps the old text only while an older bid is pending', async () => {
    const countVersions = () => test.db.$count(problemVersions, eq(problemVersions.problemId, problemId));
    await edit(REWRITE);
    await placeBid(test, await test.signedIn('solver'), problemId);
    await deleteObsoleteVersions(test.db);
    expect(await fetchComparison()).toMatchObject({ before: { title: goodProblem.title } });
    await putBid(test, solver, bidId, 'withdraw');
    await test.runJobs();
    expect(await countVersions()).toBe(0);
  });

  it('can only be compared and confirmed by the solver of the bid', async () => {
    await edit(REWRITE);
    const { changedAt } = await fetchComparison();
    for (const [as, status] of [
      [poster, 403],
      [await test.signedIn('solver'), 404],
    ] as const) {
      expect((await compare(as)).status).toBe(status);
      expect((await putBid(test, as, bidId, 'confirm', { changedAt })).status).toBe(status);
    }
    expect(await accept()).toMatchObject(UNCONFIRMED);
  });
});

it('a typo or another budget does not affect bids (product 4.11)', async () => {
  const before = (await listChangeNotifications(solver)).length;
  await edit({ title: goodProblem.title.replace('loses', 'looses'), budget: 5000 });
  expect((await fetchBid(poster))?.unconfirmedSince).toBeNull();
  expect((await compare()).status).toBe(404);
  expect(await listChangeNotifications(solver)).toHaveLength(before);
  expect((await accept()).status).toBe(200);
});
