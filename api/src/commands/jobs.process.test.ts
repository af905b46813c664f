import { jest } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { auditEntries } from '../schema/operators.ts';
import { addJobWithoutWake } from '../platform/jobs/jobs.ts';
import { defineJob } from '../platform/jobs/job.ts';
import { testJobs } from '../testing/test-jobs.ts';
import { buildApi, runSolvent } from '../testing/server-process.ts';
import type { BuiltApi } from '../testing/server-process.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import type { Database } from '../platform/db/database.ts';

jest.setTimeout(400_000);
const mail = defineJob<{ reference: string }>('contact-mail', { retryLimit: 0 });

let built: BuiltApi;
let database: Database;

/** Output and exit code of the program. */
const run = (...args: string[]) =>
  runSolvent(built, { DATABASE_URL: database.db.$client.options.connectionString ?? '' }, ['jobs', ...args]);

beforeAll(async () => {
  built = await buildApi();
  database = await openTestDatabase();
});
afterAll(async () => {
  await database.close();
  built.remove();
});

describe('pnpm solvent jobs', () => {
  it('lists failed jobs with their errors, retries and drops them', async () => {
    expect(await run()).toEqual({ code: 0, output: 'No job was given up.' });
    const { db } = database;
    const refusing = testJobs(db);
    refusing.handle(mail, ({ reference }) => Promise.reject(new Error(`The server refuses ${reference}\u001B[31m`)));
    for (const reference of ['SOL-AAAAAA', 'SOL-BBBBBB']) await addJobWithoutWake(db, mail, { reference });
    await refusing.runAll();
    const listed = await run();
    expect(listed.code).toBe(0);
    expect(listed.output).toMatch(/^[\da-f-]{36} contact-mail: \{"reference":"SOL-[AB]{6}"\}$/m);
    expect(listed.output).toMatch(/^ {2}failed \S+ after 1 tries: The server refuses SOL-AAAAAA/m);
    expect(listed.output).not.toContain('\u001B');
    const failed = JSON.parse((await run('--json')).output) as { id: string; queue: string }[];
    expect(failed).toHaveLength(2);
    const id = failed[0]?.id ?? '';
    expect(await run('drop', id)).toEqual({ code: 2, output: expect.stringMatching(/^A reason is required: --reason/) });
    expect((await run('retry', id, '--reason', 'It is back', '--by', 'ada')).output).toBe('Retrying 1 job.');
    expect((await run('drop', 'push', '--reason', 'Too late')).output).toBe('Dropped 0 jobs.');
    expect((await run('drop', 'contact-mail', '--reason', 'Too late', '--by', 'ada')).output).toBe('Dropped 1 job.');
    const entries = await db.select().from(auditEntries).orderBy(auditEntries.id);
    expect(entries.map(({ at: _at, id: _id, ...entry }) => entry)).toEqual([
      { by: 'ada', action: 'retry jobs', subject: id, reason: 'It is back' },
      { by: 'ada', action: 'drop jobs', subject: 'contact-mail', reason: 'Too late' },
    ]);
    const references: string[] = [];
    const working = testJobs(db);
    working.handle(mail, async ({ reference }) => references.push(reference));
    await working.runAll();
    const left = (await db.execute(sql`SELECT FROM pgboss.job WHERE name = 'contact-mail'`)).rows;
    expect([references, left]).toEqual([[expect.stringContaining('SOL-')], []]);
    expect(await run()).toEqual({ code: 0, output: 'No job was given up.' });
  });

  it.each([[['what']], [['retry']]])('prints its usage for %j', async (args) => {
    const { code, output } = await run(...args);
    expect(code).toBe(2);
    expect(output).toMatch(/^Usage: pnpm solvent jobs \[--json\]\n +pnpm solvent jobs retry\|drop /);
  });
});
