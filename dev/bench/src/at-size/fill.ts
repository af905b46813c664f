import pg from 'pg';
import type { Database } from '../../../../api/src/platform/db/database.ts';
import { addManyModules } from '../many-modules.ts';
import { addOriginals, addWords } from '../many-problems.ts';
import type { Amounts } from './amounts.ts';
import { addConversations, addFilesAndReactions, BATCHES, buildMessageInsert } from './fill-messages.ts';
import { addModuleActivity } from './fill-modules.ts';
import { addNotifications, addPeople, SQL_FUNCTIONS } from './fill-people.ts';
import { addCopies, addProblemActivity, KEEP_ORIGINALS } from './fill-problems.ts';
import { recreateIndexes, dropIndexes } from './indexes.ts';

/** Runs once, in a transaction. */
type Step = [name: string, work: (client: pg.Client) => Promise<unknown>];

/** Constraints and triggers are off: generated rows are consistent. */
const FILL_SETTINGS = `SET session_replication_role = replica; SET synchronous_commit = off; SET work_mem = '256MB'; SET maintenance_work_mem = '1GB'`;

const run = (statements: readonly string[]) => async (client: pg.Client) => {
  for (const statement of statements) await client.query(statement);
};

/** All steps except messages. The first ones use services of the product, which need triggers, indexes and their own connection. */
const listFirstSteps = (amounts: Amounts, maintain: Database['withMaintenanceDb']): Step[] => [
  ['originals', () => maintain(addOriginals)],
  ['modules', () => maintain((db) => addManyModules(db, amounts.modules))],
  ['words', () => maintain(addWords)],
  ['indexes dropped', dropIndexes],
  ['SQL functions', run([...SQL_FUNCTIONS, KEEP_ORIGINALS])],
  ['people', run(addPeople(amounts))],
  ...addCopies(amounts).map((statement, index): Step => [`problems ${index + 1}`, run([statement])]),
  ['problems analyzed', run(['ANALYZE problems'])],
  ...addProblemActivity(amounts).map(([name, statements]): Step => [name, run(statements)]),
  ['notifications', run(addNotifications(amounts))],
  ['module activity', run(addModuleActivity(amounts))],
  ['conversations', run(addConversations(amounts))],
];

async function listMessageSteps(client: pg.Client): Promise<Step[]> {
  const { rows } = await client.query<{ from: number; to: number }>(BATCHES);
  return rows.map(({ from, to }, index) => [`messages ${index + 1}`, run([buildMessageInsert(from, to)])]);
}

/** An interrupted run continues where it stopped. */
class FillRun {
  readonly #client: pg.Client;
  readonly #report: (line: string) => void;
  readonly #deadline: number;

  constructor(client: pg.Client, report: (line: string) => void, deadline: number) {
    this.#client = client;
    this.#report = report;
    this.#deadline = deadline;
  }

  /** @returns false if the deadline passed first */
  async run(steps: readonly Step[]): Promise<boolean> {
    const { rows } = await this.#client.query<{ step: string }>('SELECT step FROM bench.done');
    const done = new Set(rows.map(({ step }) => step));
    for (const [step, work] of steps) {
      if (done.has(step)) continue;
      if (Date.now() > this.#deadline) return false;
      await this.#once(step, work);
    }
    return true;
  }

  async #once(step: string, work: Step[1]): Promise<void> {
    const started = Date.now();
    await this.#client.query('BEGIN');
    await work(this.#client);
    await this.#client.query('INSERT INTO bench.done (step) VALUES ($1)', [step]);
    await this.#client.query('COMMIT');
    this.#report(`${step}: ${((Date.now() - started) / 1000).toFixed(0)} s`);
  }

  async finish(): Promise<boolean> {
    const { rows } = await this.#client.query<{ left: number }>('SELECT count(*)::int AS left FROM bench.dropped_indexes');
    if (rows[0]?.left !== 0)
      await recreateIndexes(
        this.#client,
        (name, seconds) => this.#report(`index ${name}: ${seconds.toFixed(0)} s`),
        () => Date.now() > this.#deadline,
      );
    if (Date.now() > this.#deadline) return false;
    await this.#client.query('VACUUM ANALYZE');
    await this.#client.query("INSERT INTO bench.done (step) VALUES ('all')");
    return true;
  }
}

/**
 * Fills a migrated database without indexes, and creates them at the end.
 * @param seconds stops after the step in which they pass; the next run continues
 * @returns whether it is complete
 */
export async function fill(
  url: string,
  amounts: Amounts,
  maintain: Database['withMaintenanceDb'],
  { seconds, report }: { seconds: number; report: (line: string) => void },
): Promise<boolean> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(FILL_SETTINGS);
    await client.query('CREATE SCHEMA IF NOT EXISTS bench');
    await client.query('CREATE TABLE IF NOT EXISTS bench.done (step text PRIMARY KEY)');
    const fillRun = new FillRun(client, report, Date.now() + seconds * 1000);
    const { rowCount } = await client.query("SELECT FROM bench.done WHERE step = 'all'");
    if (rowCount === 1) return true;
    if (!(await fillRun.run(listFirstSteps(amounts, maintain)))) return false;
    const messages: Step[] = [...(await listMessageSteps(client)), ['files and reactions', run(addFilesAndReactions)]];
    return (await fillRun.run(messages)) && (await fillRun.finish());
  } finally {
    await client.end();
  }
}
