import { eq } from 'drizzle-orm';
import { socialIdentities } from '../schema.ts';
import { bids, personReviews, problems } from '../../marketplace/schema.ts';
import type { ProblemRow } from '../../marketplace/schema.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { profileOf } from '../../../testing/profiles.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const NOTHING = {
  problemsPosted: 0,
  problemsSolved: 0,
  bidsAccepted: 0,
  rating: null,
  ratingCount: 0,
  hireRate: null,
  replyMinutes: null,
};
const HOUR = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR);

async function addProblem(userId: string, status: ProblemRow['status'], title = 'A problem'): Promise<string> {
  const values = { userId, title, body: 'x', description: 'x', category: 'backend' as const, tags: ['Go'], budget: 100 };
  const times = { createdAt: ago(9), updatedAt: ago(9) };
  const [row] = await test.db
    .insert(problems)
    .values({ ...values, status, ...times })
    .returning({ id: problems.id });
  return row?.id ?? '';
}

async function addBid(problemId: string, solverId: string, status: 'pending' | 'accepted' | 'rejected' | 'withdrawn') {
  const values = { problemId, solverId, amount: 90, message: 'Let me.', estimatedDays: 3, status };
  await test.db.insert(bids).values({ ...values, createdAt: ago(8), updatedAt: ago(8) });
}

interface GivenReview {
  rating?: number;
  text?: string;
  /** Hours ago. */
  written?: number;
  visible?: number;
}

/** What a new person says of somebody, on a new problem. */
async function addReview(subjectId: string, { rating = 5, text = 'Good.', written = 5, visible = 1 }: GivenReview = {}) {
  const author = await test.user({ name: 'Lena Vogt', image: '/api/files/x' });
  const problemId = await addProblem(author.id, 'solved', `About ${text}`);
  const times = { createdAt: ago(written), visibleFrom: ago(visible) };
  await test.db.insert(personReviews).values({ problemId, authorId: author.id, subjectId, rating, text, ...times });
  return { author, problemId };
}

describe('GET /api/auth/profile/:id (product 2.15, 3.5, 4.24)', () => {
  it('shows anybody what is public, and never the email address', async () => {
    const user = await test.user({
      name: 'Grace',
      bio: 'Rear admiral',
      image: '/pictures/grace.webp',
      expertiseAreas: ['COBOL'],
    });
    const { status, body } = await test.ask('GET', `/api/auth/profile/${user.id}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      status: true,
      user: {
        _id: user.id,
        name: 'Grace',
        image: '/pictures/grace.webp',
        role: 'seeker',
        headline: '',
        bio: 'Rear admiral',
        location: '',
        country: '',
        timeZone: '',
        website: '',
        github: '',
        expertiseAreas: ['COBOL'],
        memberSince: user.createdAt.toISOString(),
        verified: { email: true, github: false },
        stats: NOTHING,
        reviews: [],
        solvedWork: [],
        blockedByMe: false,
      },
    });
    expect(JSON.stringify(body)).not.toContain(user.email);
  });

  it('counts what a seeker posted and what of it is solved; closed problems are their own business', async () => {
    const [seeker, other] = [await test.user(), await test.user()];
    for (const status of ['open', 'open', 'in-progress', 'solved', 'solved', 'closed'] as const)
      await addProblem(seeker.id, status);
    await addProblem(other.id, 'solved');
    expect((await profileOf(test, seeker.id)).stats).toMatchObject({ problemsPosted: 5, problemsSolved: 2 });
  });

  it('says how many of a hundred of a seeker’s problems came to an accepted bid, of three or more that are not open', async () => {
    const seeker = await test.user();
    const hireRate = async () => (await profileOf(test, seeker.id)).stats.hireRate;
    for (const status of ['open', 'open', 'solved', 'closed'] as const) await addProblem(seeker.id, status);
    expect(await hireRate()).toBeNull();
    await addProblem(seeker.id, 'in-progress');
    expect(await hireRate()).toBe(67);
  });

  it('shows the latest six problems that the person solved for others, each with what its poster said once it is to be seen', async () => {
    const [solver, rival] = [await test.user({ role: 'solver' }), await test.user({ role: 'solver' })];
    const add = async (number: number, status: ProblemRow['status'] = 'solved', who = solver, rated?: number, visible = 1) => {
      const author = await test.user();
      const id = await addProblem(author.id, status, `Solved ${number}`);
      await test.db
        .update(problems)
        .set({ solvedAt: ago(100 - number) })
        .where(eq(problems.id, id));
      await addBid(id, who.id, 'accepted');
      const said = {
        problemId: id,
        authorId: author.id,
        subjectId: who.id,
        text: '',
        createdAt: ago(1),
        visibleFrom: ago(visible),
      };
      if (rated !== undefined) await test.db.insert(personReviews).values({ ...said, rating: rated });
      return id;
    };
    for (const number of [1, 2, 3, 4, 5]) await add(number);
    await add(8, 'in-progress');
    await add(9, 'solved', rival);
    await add(6, 'solved', solver, 3, -1);
    const last = await add(7, 'solved', solver, 4);
    const { solvedWork } = await profileOf(test, solver.id);
    expect(solvedWork.map(({ title, rating }) => [title, rating])).toEqual([
      ['Solved 7', 4],
      ...[6, 5, 4, 3, 2].map((number) => [`Solved ${number}`, null]),
    ]);
    expect(solvedWork[0]).toEqual({
      _id: last,
      title: 'Solved 7',
      category: 'backend',
      rating: 4,
      solvedAt: expect.stringMatching(/Z$/),
    });
  });

  it('says what was verified: the address of everybody, and a GitHub account that is linked', async () => {
    const user = await test.user();
    await test.db.insert(socialIdentities).values({ type: 'google', socialId: 'g-1', userId: user.id });
    expect((await profileOf(test, user.id)).verified).toEqual({ email: true, github: false });
    await test.db.insert(socialIdentities).values({ type: 'github', socialId: 'h-1', userId: user.id });
    expect((await profileOf(test, user.id)).verified).toEqual({ email: true, github: true });
  });

  it("counts a solver's accepted bids and the problems that they solved", async () => {
    const [seeker, solver, rival] = [await test.user(), await test.user({ role: 'solver' }), await test.user({ role: 'solver' })];
    const given = async (status: ProblemRow['status'], bid: Parameters<typeof addBid>[2], who = solver) =>
      addBid(await addProblem(seeker.id, status), who.id, bid);
    await given('solved', 'accepted');
    await given('solved', 'accepted');
    await given('in-progress', 'accepted');
    await given('solved', 'rejected');
    await given('open', 'pending');
    await given('open', 'withdrawn');
    await given('solved', 'accepted', rival);
    expect((await profileOf(test, solver.id)).stats).toMatchObject({ bidsAccepted: 3, problemsSolved: 2 });
  });

  it('adds both up for who was a seeker before', async () => {
    const [person, other] = [await test.user({ role: 'solver' }), await test.user()];
    await addProblem(person.id, 'solved');
    await addBid(await addProblem(other.id, 'solved'), person.id, 'accepted');
    expect((await profileOf(test, person.id)).stats).toEqual({
      ...NOTHING,
      problemsPosted: 1,
      problemsSolved: 2,
      bidsAccepted: 1,
    });
  });

  it('shows the visible reviews of the person, newest first, with who wrote them and about what', async () => {
    const subject = await test.user();
    const { author, problemId } = await addReview(subject.id, { rating: 4, text: 'First.', written: 30 });
    await addReview(subject.id, { rating: 5, text: 'Second.', written: 20 });
    await addReview((await test.user()).id, { rating: 1, text: 'Of another.' });
    const { stats, reviews } = await profileOf(test, subject.id);
    expect(reviews.map(({ text }) => text)).toEqual(['Second.', 'First.']);
    expect(reviews[1]).toEqual({
      _id: expect.any(String),
      rating: 4,
      text: 'First.',
      author: { _id: author.id, name: 'Lena Vogt', image: '/api/files/x' },
      problem: { _id: problemId, title: 'About First.' },
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(stats).toMatchObject({ rating: 4.5, ratingCount: 2 });
  });

  it('keeps a review to itself until the time has come', async () => {
    const subject = await test.user();
    await addReview(subject.id, { rating: 5, text: 'Now.', visible: 0 });
    await addReview(subject.id, { rating: 1, text: 'Later.', visible: -1 });
    const { stats, reviews } = await profileOf(test, subject.id);
    expect(reviews.map(({ text }) => text)).toEqual(['Now.']);
    expect(stats).toMatchObject({ rating: 5, ratingCount: 1 });
  });

  it('shows ten reviews, and counts all', async () => {
    const subject = await test.user();
    for (let count = 1; count <= 12; count += 1)
      await addReview(subject.id, { rating: count === 1 ? 3 : 5, text: `${count}`, written: 20 - count });
    const { stats, reviews } = await profileOf(test, subject.id);
    expect(reviews.map(({ text }) => text)).toEqual(['12', '11', '10', '9', '8', '7', '6', '5', '4', '3']);
    expect(stats).toMatchObject({ rating: 4.8, ratingCount: 12 });
  });

  it('answers HEAD', async () => {
    const user = await test.user();
    const answer = await test.ask('HEAD', `/api/auth/profile/${user.id}`);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({});
    expect((await test.ask('HEAD', '/api/auth/profile/nobody')).status).toBe(404);
  });

  it('says that who deleted the account is gone, and nothing else of them', async () => {
    const user = await test.user({ name: 'Deleted user', deletedAt: new Date() });
    const answer = await test.ask('GET', `/api/auth/profile/${user.id}`);
    expect(answer).toMatchObject({ status: 410, headers: { 'cache-control': 'no-store' } });
    expect(answer.body).toEqual({ status: false, code: 'gone', message: 'This profile is gone for good.' });
  });

  it.each(['00000000-0000-7000-8000-000000000000', 'nobody', '..%2f..', '%00'])('answers 404 for %s', async (id) => {
    const { status, body } = await test.ask('GET', `/api/auth/profile/${id}`);
    expect(status).toBe(404);
    expect(body).toMatchObject({ status: false, code: 'not_found' });
  });
});
