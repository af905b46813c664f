import type { SuggestedSolver } from '@solvent/contracts';
import { eq } from 'drizzle-orm';
import { newId } from '../../../platform/db/new-id.ts';
import { personBlocks, sessions, users } from '../../accounts/schema.ts';
import { bids, personReviews, problemInvitations } from '../schema.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { addProblem, place } from '../../../testing/bids.ts';

let test: TestApp;
let poster: TestCaller;
beforeEach(async () => {
  test = await createTestApp();
  poster = await test.signedIn('seeker');
});
afterEach(() => test.close());

const solver = (name: string, areas: string[], given: Partial<typeof users.$inferInsert> = {}) =>
  test.user({ name, role: 'solver', expertiseAreas: areas, ...given });
async function suggested(problemId: string): Promise<SuggestedSolver[]> {
  const { body } = await test.ask('GET', `/api/problems/${problemId}/suggested-solvers`, { as: poster });
  // The answer's schema lets nothing else out.
  return body['solvers'] as SuggestedSolver[];
}
const namesFor = async (problemId: string) => (await suggested(problemId)).map(({ name }) => name);
const ask = (tags: string[]) => addProblem(test, poster, { tags, category: 'devops' });

/** Solved for somebody, with a rating where there is one. */
async function solve(solverId: string, rating?: number): Promise<void> {
  const [when, author] = [{ createdAt: new Date(), updatedAt: new Date() }, await test.user()];
  const { id } = await addProblem(test, poster, { status: 'solved', userId: author.id });
  const offer = { amount: 50, message: 'x', estimatedDays: 1, status: 'accepted' as const };
  await test.db.insert(bids).values({ problemId: id, solverId, ...offer, ...when });
  if (rating === undefined) return;
  const said = { problemId: id, authorId: author.id, subjectId: solverId, rating, text: '' };
  await test.db.insert(personReviews).values({ ...said, createdAt: new Date(), visibleFrom: new Date(0) });
}

async function wasHere(userId: string, lastUsedAt: Date): Promise<void> {
  const device = { userAgent: 'x', tokenHash: newId(), createdAt: lastUsedAt, lastUsedAt, expiresAt: new Date(Date.now() + 1e6) };
  await test.db.insert(sessions).values({ userId, ...device });
}

describe('GET /api/problems/:id/suggested-solvers (product 4.23)', () => {
  it('names five whose areas match, with what helps to choose', async () => {
    for (let number = 1; number <= 6; number += 1) await solver(`Solver ${number}`, ['React']);
    const best = await solver('Best', ['Go', 'react', 'Deployment'], { headline: 'I ship' });
    await solver('None', ['Rust']);
    const { id } = await ask(['React']);
    const found = await suggested(id);
    expect(found).toHaveLength(5);
    expect(found[0]).toEqual({
      _id: best.id,
      name: 'Best',
      image: null,
      headline: 'I ship',
      rating: null,
      ratingCount: 0,
      solvedCount: 0,
      matchingAreas: ['react', 'Deployment'],
      replyMinutes: null,
    });
    expect(found.map(({ name }) => name)).not.toContain('None');
    expect(await suggested(id)).toEqual(found);
  });

  it('takes ways of writing one technology for one', async () => {
    await solver('Dotted', ['Node.js']);
    await solver('Plain', ['nodejs']);
    expect((await namesFor((await ask(['Nodejs'])).id)).toSorted()).toEqual(['Dotted', 'Plain']);
    expect((await namesFor((await ask(['Node.js'])).id)).toSorted()).toEqual(['Dotted', 'Plain']);
  });

  it('orders by matches, rating, solved problems, and when they were here last', async () => {
    const made = new Map<string, string>();
    for (const name of ['Here', 'Away', 'Solved', 'Rated', 'Matches']) {
      const areas = name === 'Matches' ? ['React', 'DevOps'] : ['React'];
      made.set(name, (await solver(name, areas)).id);
    }
    const idOf = (name: string) => made.get(name) ?? '';
    await solve(idOf('Rated'), 4);
    await solve(idOf('Solved'));
    await wasHere(idOf('Here'), new Date());
    await wasHere(idOf('Away'), new Date(0));
    expect(await namesFor((await ask(['React'])).id)).toEqual(['Matches', 'Rated', 'Solved', 'Here', 'Away']);
  });

  it('leaves out who has bid, was invited, is gone, is no solver, or is apart from the poster', async () => {
    const { id } = await ask(['React']);
    const bidder = await test.signedIn('solver', { expertiseAreas: ['React'] });
    await place(test, bidder, id);
    const invited = await solver('Invited', ['React']);
    await test.db.insert(problemInvitations).values({ problemId: id, solverId: invited.id, createdAt: new Date() });
    const gone = await solver('Gone', ['React']);
    await test.db.update(users).set({ deletedAt: new Date() }).where(eq(users.id, gone.id));
    await test.user({ role: 'seeker', expertiseAreas: ['React'] });
    const [blocked, blocking] = [await solver('Blocked', ['React']), await solver('Blocking', ['React'])];
    await test.db.insert(personBlocks).values([
      { blockerId: poster.user.id, blockedId: blocked.id, createdAt: new Date() },
      { blockerId: blocking.id, blockedId: poster.user.id, createdAt: new Date() },
    ]);
    expect(await namesFor(id)).toEqual([]);
    await solver('Free', ['React']);
    expect(await namesFor(id)).toEqual(['Free']);
  });

  it('names nobody once the problem is not open', async () => {
    await solver('Free', ['React']);
    expect(await namesFor((await addProblem(test, poster, { tags: ['React'], status: 'closed' })).id)).toEqual([]);
  });
});
