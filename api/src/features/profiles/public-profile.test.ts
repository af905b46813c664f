import { eq } from 'drizzle-orm';
import { personReviews, problems, socialIdentities } from '../../schema/index.ts';
import type { ProblemRow } from '../../schema/index.ts';
import { setUpTestApp } from '../../testing/test-app.ts';
import { fetchProfile } from '../../testing/accounts.ts';
import { addBid } from '../../testing/bids.ts';
import { buildProblem } from '../../testing/problems.ts';

const test = setUpTestApp();

const HOUR = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR);

const addProblem = async (userId: string, status: ProblemRow['status'], title = 'A problem'): Promise<string> =>
  (await buildProblem(test.db, userId, { status, title })).id;

interface GivenReview {
  rating?: number;
  text?: string;
  /** Hours ago. */
  written?: number;
  visible?: number;
}

/** Adds a review by a new user on a new problem. */
async function addReview(subjectId: string, { rating = 5, text = 'Good.', written = 5, visible = 1 }: GivenReview = {}) {
  const author = await test.user({ name: 'Lena Vogt', image: '/api/files/x' });
  const problemId = await addProblem(author.id, 'solved', `About ${text}`);
  const times = { createdAt: ago(written), visibleFrom: ago(visible) };
  await test.db.insert(personReviews).values({ problemId, authorId: author.id, subjectId, rating, text, ...times });
  return { author, problemId };
}

describe('GET /api/auth/profile/:id (product 2.15, 3.5, 4.24)', () => {
  it('returns public fields to visitors, and never the email address', async () => {
    const own = { name: 'Grace', bio: 'Rear admiral', image: '/pictures/grace.webp', expertiseAreas: ['COBOL'] };
    const user = await test.user(own);
    const { status, body } = await test.request('GET', `/api/auth/profile/${user.id}`);
    expect(status).toBe(200);
    expect(body['user']).toMatchObject({
      ...own,
      _id: user.id,
      role: 'seeker',
      memberSince: user.createdAt.toISOString(),
      verified: { email: true, github: false, githubLogin: null },
      stats: { problemsPosted: 0, problemsSolved: 0, bidsAccepted: 0, rating: null, ratingCount: 0, hireRate: null },
      reviews: [],
      solvedWork: [],
    });
    expect(JSON.stringify(body)).not.toContain(user.email);
  });

  it('counts posted problems, including closed ones as My Problems does, and solved ones', async () => {
    const [seeker, other] = [await test.user(), await test.user()];
    for (const status of ['open', 'open', 'in-progress', 'solved', 'solved', 'closed'] as const)
      await addProblem(seeker.id, status);
    await addProblem(other.id, 'solved');
    expect((await fetchProfile(test, seeker.id)).stats).toMatchObject({ problemsPosted: 6, problemsSolved: 2 });
  });

  it('returns the hire rate in percent of decided problems, from three on', async () => {
    const seeker = await test.user();
    const hireRate = async () => (await fetchProfile(test, seeker.id)).stats.hireRate;
    for (const status of ['open', 'open', 'solved', 'closed'] as const) await addProblem(seeker.id, status);
    expect(await hireRate()).toBeNull();
    await addProblem(seeker.id, 'in-progress');
    expect(await hireRate()).toBe(67);
  });

  it('returns the latest six problems that the user solved for others, with visible ratings', async () => {
    const [solver, rival] = [await test.user({ role: 'solver' }), await test.user({ role: 'solver' })];
    const add = async (number: number, status: ProblemRow['status'] = 'solved', who = solver) => {
      const author = await test.user();
      const problemId = await addProblem(author.id, status, `Solved ${number}`);
      const solvedAt = ago(100 - number);
      await test.db.update(problems).set({ solvedAt }).where(eq(problems.id, problemId));
      await addBid(test, problemId, who.id, 'accepted');
      return { problemId, authorId: author.id, subjectId: who.id };
    };
    for (const number of [1, 2, 3, 4, 5]) await add(number);
    await add(8, 'in-progress');
    await add(9, 'solved', rival);
    const review = { text: '', createdAt: ago(1) };
    await test.db.insert(personReviews).values({ ...(await add(6)), ...review, rating: 3, visibleFrom: ago(-1) });
    const last = await add(7);
    await test.db.insert(personReviews).values({ ...last, ...review, rating: 4, visibleFrom: ago(1) });
    const { solvedWork } = await fetchProfile(test, solver.id);
    expect(solvedWork.map(({ title, rating }) => [title, rating])).toEqual([
      ['Solved 7', 4],
      ...[6, 5, 4, 3, 2].map((number) => [`Solved ${number}`, null]),
    ]);
    expect(solvedWork[0]).toMatchObject({ _id: last.problemId, category: 'backend', solvedAt: expect.stringMatching(/Z$/) });
  });

  it('returns whether GitHub is linked, and the login as GitHub returned it (product 4.24)', async () => {
    const user = await test.user({ github: 'https://github.com/torvalds' });
    const link = (values: Pick<typeof socialIdentities.$inferInsert, 'type' | 'socialId' | 'account' | 'createdAt'>) =>
      test.db.insert(socialIdentities).values({ ...values, userId: user.id });
    await link({ type: 'google', socialId: 'g-1', account: 'ada@example.com' });
    expect((await fetchProfile(test, user.id)).verified).toEqual({ email: true, github: false, githubLogin: null });
    await link({ type: 'github', socialId: 'h-1', createdAt: new Date(0) });
    expect((await fetchProfile(test, user.id)).verified).toEqual({ email: true, github: true, githubLogin: null });
    await link({ type: 'github', socialId: 'h-2', account: 'ada' });
    expect((await fetchProfile(test, user.id)).verified).toEqual({ email: true, github: true, githubLogin: 'ada' });
  });

  it('returns the same one of two GitHub logins with equal times, in any order of storage (product 4.24)', async () => {
    const ids = ['h-1', 'h-2'];
    for (const order of [ids, ids.toReversed()]) {
      const user = await test.user();
      const identities = order.map((id) => ({ socialId: `${id}-of-${user.id}`, account: id }));
      for (const identity of identities)
        await test.db
          .insert(socialIdentities)
          .values({ ...identity, type: 'github', userId: user.id, createdAt: new Date('2026-11-01') });
      expect((await fetchProfile(test, user.id)).verified.githubLogin).toBe('h-2');
    }
  });

  it("counts a solver's accepted bids and solved problems, plus problems that they posted as a seeker", async () => {
    const [seeker, solver, rival] = [await test.user(), await test.user({ role: 'solver' }), await test.user({ role: 'solver' })];
    for (const [status, bid, who] of [
      ['solved', 'accepted', solver],
      ['solved', 'accepted', solver],
      ['in-progress', 'accepted', solver],
      ['solved', 'rejected', solver],
      ['open', 'pending', solver],
      ['open', 'withdrawn', solver],
      ['solved', 'accepted', rival],
    ] as const)
      await addBid(test, await addProblem(seeker.id, status), who.id, bid);
    expect((await fetchProfile(test, solver.id)).stats).toMatchObject({ problemsPosted: 0, bidsAccepted: 3, problemsSolved: 2 });
    await addProblem(solver.id, 'solved');
    expect((await fetchProfile(test, solver.id)).stats).toMatchObject({ problemsPosted: 1, bidsAccepted: 3, problemsSolved: 3 });
  });

  it('returns visible reviews, newest first, with author and problem', async () => {
    const subject = await test.user();
    const { author, problemId } = await addReview(subject.id, { rating: 4, text: 'First.', written: 30 });
    await addReview(subject.id, { rating: 5, text: 'Second.', written: 20, visible: 0 });
    await addReview(subject.id, { rating: 1, text: 'Later.', visible: -1 });
    await addReview((await test.user()).id, { rating: 1, text: 'Of another.' });
    const { stats, reviews } = await fetchProfile(test, subject.id);
    expect(reviews.map(({ text }) => text)).toEqual(['Second.', 'First.']);
    expect(reviews[1]).toMatchObject({
      rating: 4,
      author: { _id: author.id, name: 'Lena Vogt', image: '/api/files/x' },
      problem: { _id: problemId, title: 'About First.' },
    });
    expect(stats).toMatchObject({ rating: 4.5, ratingCount: 2 });
  });

  it('returns ten reviews, and counts all', async () => {
    const subject = await test.user();
    for (let count = 1; count <= 12; count += 1)
      await addReview(subject.id, { rating: count === 1 ? 3 : 5, text: `${count}`, written: 20 - count });
    const { stats, reviews } = await fetchProfile(test, subject.id);
    expect(reviews.map(({ text }) => text)).toEqual(['12', '11', '10', '9', '8', '7', '6', '5', '4', '3']);
    expect(stats).toMatchObject({ rating: 4.8, ratingCount: 12 });
  });

  it('returns 410 for a deleted account, without other data', async () => {
    const user = await test.user({ name: 'Deleted user', deletedAt: new Date() });
    const response = await test.request('GET', `/api/auth/profile/${user.id}`);
    expect(response).toMatchObject({ status: 410, headers: { 'cache-control': 'no-store' } });
    expect(response.body).toEqual({ status: false, code: 'gone', message: 'This profile is gone for good.' });
  });

  it.each(['00000000-0000-7000-8000-000000000000', 'nobody', '..%2f..', '%00'])('returns 404 for %s', async (id) => {
    expect(await test.request('GET', `/api/auth/profile/${id}`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});
