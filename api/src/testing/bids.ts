import { and, eq, ne } from 'drizzle-orm';
import type { Bid, BidStatus } from '@solvent/contracts';
import { bids, notifications, problemEvents, problems } from '../schema/index.ts';
import type { BidRow, ProblemRow } from '../schema/index.ts';
import type { TestCaller } from './factories.ts';
import { getField } from './get-field.ts';
import { buildProblem } from './problems.ts';
import type { TestApp, TestResponse } from './test-app.ts';

export const MISSING_ID = '00000000-0000-7000-8000-000000000000';

export const conflictResponse = (message: string) => ({ status: 409, body: { code: 'conflict', message } });

/** Valid fields of a bid, without its problem. */
export const goodBid = { amount: 120, estimatedDays: 4, message: 'I have fixed two importers like this one.' };

export function addProblem(
  { db }: Pick<TestApp, 'db'>,
  poster: TestCaller,
  given: Partial<typeof problems.$inferInsert> = {},
): Promise<ProblemRow> {
  const now = new Date();
  const texts = { title: 'Our importer loses rows', body: 'It does.', description: 'It does.' };
  return buildProblem(db, poster.user.id, { ...texts, createdAt: now, updatedAt: now, ...given });
}

/** @returns the bid's id */
export async function addBid(
  { db }: Pick<TestApp, 'db'>,
  problemId: string,
  solverId: string,
  status: BidStatus,
  at = new Date(),
): Promise<string> {
  const values = { ...goodBid, problemId, solverId, status, createdAt: at, updatedAt: at };
  const [row] = await db.insert(bids).values(values).returning({ id: bids.id });
  return row?.id ?? '';
}

export const placeBid = (
  test: TestApp,
  solver: TestCaller,
  problemId: string,
  given: object = {},
  headers: Record<string, string> = {},
): Promise<TestResponse> =>
  test.request('POST', '/api/bids', { as: solver, payload: { ...goodBid, problemId, ...given }, headers });

export const getBid = (response: TestResponse): Bid => getField(response, 'bid');

/** @param by solvers, or the number of new ones; their bids are placed in order through the API */
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

export async function readProblemState(test: TestApp, problemId: string) {
  const [problem] = await test.db.select().from(problems).where(eq(problems.id, problemId));
  const rows: BidRow[] = await test.db.select().from(bids).where(eq(bids.problemId, problemId)).orderBy(bids.createdAt, bids.id);
  const counted = await test.db.$count(bids, and(eq(bids.problemId, problemId), ne(bids.status, 'withdrawn')));
  const sent = await test.db.select().from(notifications).where(eq(notifications.problemId, problemId));
  const events = await test.db.select().from(problemEvents).where(eq(problemEvents.problemId, problemId));
  const having = (status: BidStatus) => rows.filter((bid) => bid.status === status);
  return { problem, bids: rows, having, counted, notifications: sent, events };
}

/** @param what path after the bid's id */
export const putBid = (
  test: TestApp,
  as: TestCaller | undefined,
  id: string,
  what: string,
  payload?: object,
): Promise<TestResponse> =>
  test.request('PUT', `/api/bids/${id}${what === '' ? '' : `/${what}`}`, { as, ...(payload ? { payload } : {}) });
