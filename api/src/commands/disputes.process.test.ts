import { jest } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { agreements, bids, disputes, notifications, problems } from '../schema/index.ts';
import { auditEntries } from '../schema/operators.ts';
import { outbox } from '../platform/schema.ts';
import { buildUser } from '../testing/factories.ts';
import { buildProblem } from '../testing/problems.ts';
import { buildApi, runSolvent } from '../testing/server-process.ts';
import type { BuiltApi } from '../testing/server-process.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import type { Db } from '../platform/db/connect.ts';
import type { Database } from '../platform/db/database.ts';

jest.setTimeout(400_000);
const NO_ID = '01900000-0000-7000-8000-000000000000';

let built: BuiltApi;
let database: Database;
let id: string;

/** Output and exit code of the program. */
const run = (...args: string[]) =>
  runSolvent(built, { DATABASE_URL: database.db.$client.options.connectionString ?? '' }, ['disputes', ...args]);

/** An agreement with a dispute about it that waits for the solver's view. */
async function addDispute(db: Db): Promise<string> {
  const [seeker, solver] = [await buildUser(db, { name: 'Mira' }), await buildUser(db, { name: 'Diego', role: 'solver' })];
  const problem = await buildProblem(db, seeker.id, { title: 'A flaky\u001B[31m scheduler', status: 'in-progress', bidCount: 1 });
  const at = new Date('2026-11-01T00:00:00Z');
  const offer = { amount: 1200, estimatedDays: 9, message: 'I have done this before.', status: 'accepted' as const };
  const [bid] = await db
    .insert(bids)
    .values({ problemId: problem.id, solverId: solver.id, ...offer, createdAt: at, updatedAt: at })
    .returning();
  const people = { seekerId: seeker.id, solverId: solver.id };
  const terms = { amount: 1200, dueAt: new Date('2026-11-10T00:00:00Z'), acceptedAt: at };
  const [agreement] = await db
    .insert(agreements)
    .values({ problemId: problem.id, bidId: bid?.id ?? '', ...people, ...terms })
    .returning();
  const opened = { openedBy: seeker.id, seekerView: 'There are no tests.\nWe agreed on them.', openedAt: at };
  await db.insert(disputes).values({ agreementId: agreement?.id ?? '', ...opened });
  return agreement?.id ?? '';
}

beforeAll(async () => {
  built = await buildApi();
  database = await openTestDatabase();
});
afterAll(async () => {
  await database.close();
  built.remove();
});

describe('pnpm solvent disputes', () => {
  it('lists open disputes with both statements, decides them, and leaves notifications to servers', async () => {
    expect(await run()).toEqual({ code: 0, output: 'No open disputes.' });
    id = await addDispute(database.db);
    const { output } = await run();
    expect(output.split('\n')).toEqual([
      expect.stringMatching(new RegExp(`^${id}: A flaky.*scheduler; accepted, \\$1,200 by 2026-11-10$`)),
      '  Mira, the seeker:',
      '    There are no tests.',
      '    We agreed on them.',
      '  Diego, the solver:',
      '    no statement yet',
    ]);
    expect(output).not.toContain('\u001B');

    const decided = await run('decide', id, 'ended', ' The bid names tests. ', '--by', 'ada');
    expect(decided.code).toBe(0);
    expect(decided.output).toMatch(/is decided: ended\. Both participants are notified\.$/);
    const { db } = database;
    expect(await db.select().from(agreements)).toMatchObject([{ status: 'ended', partedBy: null }]);
    expect(await db.select().from(problems)).toMatchObject([{ status: 'open', bidCount: 0 }]);
    expect(await db.select().from(disputes)).toMatchObject([{ outcome: 'ended', decision: 'The bid names tests.' }]);
    const rows = await db.select().from(notifications).where(eq(notifications.type, 'disputed'));
    expect(rows).toHaveLength(2);
    // Without push, no server would deliver these events.
    const waiting = (await db.select().from(outbox)).map(({ topic }) => topic);
    expect(waiting.toSorted()).toEqual(['bids-changed', 'notified', 'notified', 'problem-changed']);
    expect(await db.select().from(auditEntries)).toMatchObject([
      { by: 'ada', action: 'decide dispute: ended', subject: id, reason: 'The bid names tests.' },
    ]);
    expect(await run()).toMatchObject({ output: 'No open disputes.' });
  });

  it('prints its usage, and reports a missing dispute', async () => {
    for (const args of [
      ['what'],
      ['decide', NO_ID, 'ended'],
      ['decide', NO_ID, 'perhaps', 'Why'],
      ['decide', NO_ID, 'ended', ' '],
      ['decide', '0'.repeat(36), 'ended', 'Why'],
    ]) {
      const { code, output } = await run(...args);
      expect([code, output]).toEqual([
        2,
        expect.stringMatching(/^Usage: pnpm solvent disputes \[--json\]\n +pnpm solvent disputes decide /),
      ]);
    }
    expect(await run('decide', NO_ID, 'ended', 'Why')).toEqual({
      code: 1,
      output: `No open dispute about agreement ${NO_ID}.`,
    });
    expect(await database.db.$count(auditEntries, eq(auditEntries.subject, NO_ID))).toBe(0);
  });
});
