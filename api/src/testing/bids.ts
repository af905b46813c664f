import { and, eq, ne } from 'drizzle-orm';
import type { Bid, BidStatus } from '@solvent/contracts';
import { bids, problemEvents, problems } from '../features/marketplace/schema.ts';
import type { BidRow, ProblemRow } from '../features/marketplace/schema.ts';
import { notifications } from '../features/notifications/schema.ts';
import type { TestCaller } from './factories.ts';
import type { TestResponse, TestApp } from './test-app.ts';

/** The id of nothing. */
export const MISSING_ID = '00000000-0000-7000-8000-000000000000';

/** The answer to what cannot be done as things stand. */
export const conflictResponse = (message: string) => ({ status: 409, body: { code: 'conflict', message } });

/** A bid that breaks no rule, but for the problem that it is on. */
export const goodBid = { amount: 120, estimatedDays: 4, message: 'I have mended two importers like this one.' };

/** Stores a problem; what is not given is made up. */
export async function addProblem(
  { db }: Pick<TestApp, 'db'>,
  poster: TestCaller,
  given: Partial<typeof problems.$inferInsert> = {},
): Promise<ProblemRow> {
  const now = new Date();
  const texts = { title: 'Our importer loses rows', body: 'It does.', description: 'It does.', tags: ['Go'] };
  const values = { ...texts, category: 'backend' as const, budget: 100, createdAt: now, updatedAt: now };
  const [row] = await db
    .insert(problems)
    .values({ ...values, userId: poster.user.id, ...given })
    .returning();
  if (row === undefined) throw new Error('The problem was not stored');
  return row;
}

/** Stores a bid of `solverId`, in any state. */
export async function addBid(
  { db }: Pick<TestApp, 'db'>,
  problemId: string,
  solverId: string,
  status: BidStatus,
  at = new Date(),
) {
  await db.insert(bids).values({ ...goodBid, problemId, solverId, status, createdAt: at, updatedAt: at });
}

/** Asks for a new bid. */
export const placeBid = (
  test: TestApp,
  solver: TestCaller,
  problemId: string,
  given: object = {},
  headers: Record<string, string> = {},
): Promise<TestResponse> =>
  test.request('POST', '/api/bids', { as: solver, payload: { ...goodBid, problemId, ...given }, headers });

/** The bid in an answer. */
export function getBid({ status, body }: TestResponse): Bid {
  if (status >= 300) throw new Error(`No bid, but ${status}: ${JSON.stringify(body)}`);
  // The answer's schema lets nothing else out.
  return body['bid'] as Bid;
}

/** A problem with a bid of each solver, or of so many new ones, placed one after the other over the wire. */
export async function problemWithBids(test: TestApp, by: number | TestCaller[]) {
  const poster = await test.signedIn('seeker');
  const problem = await addProblem(test, poster);
  const solvers: TestCaller[] = typeof by === 'number' ? [] : by;
  const missing = typeof by === 'number' ? by : 0;
  for (let number = 0; number < missing; number += 1) solvers.push(await test.signedIn('solver'));
  const placed: Bid[] = [];
  for (const solver of solvers) placed.push(getBid(await placeBid(test, solver, problem.id)));
  return { poster, problem, solvers, bids: placed };
}

/** What the database holds of a problem and all around it. */
export async function readProblemState(test: TestApp, problemId: string) {
  const [problem] = await test.db.select().from(problems).where(eq(problems.id, problemId));
  const its: BidRow[] = await test.db.select().from(bids).where(eq(bids.problemId, problemId)).orderBy(bids.createdAt, bids.id);
  const counted = await test.db.$count(bids, and(eq(bids.problemId, problemId), ne(bids.status, 'withdrawn')));
  const rows = await test.db.select().from(notifications).where(eq(notifications.problemId, problemId));
  const events = await test.db.select().from(problemEvents).where(eq(problemEvents.problemId, problemId));
  const having = (status: BidStatus) => its.filter((bid) => bid.status === status);
  return { problem, bids: its, having, counted, notifications: rows, events };
}

/** Changes a bid by one of the calls that take an id. */
export const putBid = (
  test: TestApp,
  as: TestCaller | undefined,
  id: string,
  what: string,
  payload?: object,
): Promise<TestResponse> =>
  test.request('PUT', `/api/bids/${id}${what === '' ? '' : `/${what}`}`, { as, ...(payload ? { payload } : {}) });
