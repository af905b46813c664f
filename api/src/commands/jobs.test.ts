import { sql } from 'drizzle-orm';
import { addBeside } from '../platform/jobs/jobs.ts';
import { defineJob } from '../platform/jobs/job.ts';
import { testJobs } from '../testing/test-jobs.ts';
import { buildApi, runSolvent, temporaryFolder } from '../testing/server-process.ts';
import type { BuiltApi } from '../testing/server-process.ts';
import { openDataFolder } from '../testing/test-database.ts';
import type { Db } from '../platform/db/connect.ts';

const TIME = 120_000;
const data = temporaryFolder();
const mail = defineJob<{ reference: string }>('contact-mail', { retries: 0 });

let built: BuiltApi;

async function withDatabase<Result>(act: (db: Db) => Promise<Result>): Promise<Result> {
  const { db, close } = await openDataFolder(data.path);
  return act(db).finally(close);
}

/** What the program says to these arguments, and how it ends. */
const run = (...args: string[]) => runSolvent(built, { SEED: 'none', DATA_DIR: data.path }, ['jobs', ...args]);

beforeAll(async () => {
  built = await buildApi();
}, TIME);
afterAll(() => {
  built.remove();
  data.remove();
});

describe('pnpm solvent jobs', () => {
  it(
    'lists what was given up with why, has it tried again, and drops it',
    async () => {
      expect(await run()).toEqual({ code: 0, output: 'No job was given up.' });
      await withDatabase(async (db) => {
        const jobs = testJobs(db);
        jobs.handle(mail, ({ reference }) => Promise.reject(new Error(`The server refuses ${reference}\u001B[31m`)));
        for (const reference of ['SOL-AAAAAA', 'SOL-BBBBBB']) await addBeside(db, mail, { reference });
        await jobs.doAll();
      });
      const listed = await run();
      expect(listed.code).toBe(0);
      expect(listed.output).toMatch(/^[\da-f-]{36} contact-mail: \{"reference":"SOL-[AB]{6}"\}$/m);
      expect(listed.output).toMatch(/^ {2}failed \S+ after 1 tries: The server refuses SOL-AAAAAA/m);
      expect(listed.output).not.toContain('\u001B');
      const failed = JSON.parse((await run('--json')).output) as { id: string; queue: string }[];
      expect(failed).toHaveLength(2);
      expect((await run('retry', failed[0]?.id ?? '')).output).toBe('1 job is tried again.');
      expect((await run('drop', 'push')).output).toBe('0 jobs are dropped.');
      expect((await run('drop', 'contact-mail')).output).toBe('1 job is dropped.');
      const done = await withDatabase(async (db) => {
        const references: string[] = [];
        const jobs = testJobs(db);
        jobs.handle(mail, async ({ reference }) => references.push(reference));
        await jobs.doAll();
        return [references, (await db.execute(sql`SELECT FROM pgboss.job WHERE name = 'contact-mail'`)).rows];
      });
      expect(done).toEqual([[expect.stringContaining('SOL-')], []]);
      expect(await run()).toEqual({ code: 0, output: 'No job was given up.' });
    },
    TIME,
  );

  it.each([[['what']], [['retry']]])('says how it is called, for %j', async (args) => {
    const { code, output } = await run(...args);
    expect(code).toBe(2);
    expect(output).toMatch(/^Say what to do: nothing for the list of failed jobs/);
  });
});
