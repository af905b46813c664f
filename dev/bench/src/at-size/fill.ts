import pg from 'pg';
import type { Database } from '../../../../api/src/platform/db/database.ts';
import { addManyModules } from '../many-modules.ts';
import { addOriginals, addWords } from '../many-problems.ts';
import type { Amounts } from './amounts.ts';
import {
  buildConversationStatements,
  FILE_AND_REACTION_STATEMENTS,
  SELECT_BATCHES,
  buildMessageInsert,
} from './fill-messages.ts';
import { buildModuleActivityStatements } from './fill-modules.ts';
import { buildNotificationStatements, buildPeopleStatements, SQL_FUNCTIONS } from './fill-people.ts';
import { buildCopyStatements, buildProblemActivitySteps, CREATE_ORIGINALS_TABLE } from './fill-problems.ts';
import { recreateIndexes, dropIndexes } from './indexes.ts';

/** A named part of the work. It runs once, in a transaction. */
type Step = [name: string, work: (client: pg.Client) => Promise<unknown>];

/** Turns off constraints and triggers, because generated rows are consistent. */
const FILL_SETTINGS = `SET session_replication_role = replica; SET synchronous_commit = off; SET work_mem = '256MB'; SET maintenance_work_mem = '1GB'`;

const run = (statements: readonly string[]) => async (client: pg.Client) => {
  for (const statement of statements) await client.query(statement);
};

/** Lists all steps except messages. The first three use services of the product, which need triggers, indexes and their own connection. */
const listFirstSteps = (amounts: Amounts, maintain: Database['withMaintenanceDb']): Step[] => [
  ['originals', () => maintain(addOriginals)],
  ['modules', () => maintain((db) => addManyModules(db, amounts.modules))],
  ['words', () => maintain(addWords)],
  ['indexes dropped', dropIndexes],
  ['SQL functions', run([...SQL_FUNCTIONS, CREATE_ORIGINALS_TABLE])],
  ['people', run(buildPeopleStatements(amounts))],
  ...buildCopyStatements(amounts).map((statement, index): Step => [`problems ${index + 1}`, run([statement])]),
  ['problems analyzed', run(['ANALYZE problems'])],
  ...buildProblemActivitySteps(amounts).map(([name, statements]): Step => [name, run(statements)]),
  ['notifications', run(buildNotificationStatements(amounts))],
  ['module activity', run(buildModuleActivityStatements(amounts))],
  ['conversations', run(buildConversationStatements(amounts))],
];

async function listMessageSteps(client: pg.Client): Promise<Step[]> {
  const { rows } = await client.query<{ from: number; to: number }>(SELECT_BATCHES);
  return rows.map(({ from, to }, index) => [`messages ${index + 1}`, run([buildMessageInsert(from, to)])]);
}

/** Runs steps that are not done yet, so an interrupted run continues where it stopped. */
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
 * @param timeLimitSeconds the run stops after the step in which this time passes; the next run continues
 * @returns whether the database is complete
 */
export async function fill(
  url: string,
  amounts: Amounts,
  maintain: Database['withMaintenanceDb'],
  { timeLimitSeconds, report }: { timeLimitSeconds: number; report: (line: string) => void },
): Promise<boolean> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(FILL_SETTINGS);
    await client.query('CREATE SCHEMA IF NOT EXISTS bench');
    await client.query('CREATE TABLE IF NOT EXISTS bench.done (step text PRIMARY KEY)');
    const fillRun = new FillRun(client, report, Date.now() + timeLimitSeconds * 1000);
    const { rowCount } = await client.query("SELECT FROM bench.done WHERE step = 'all'");
    if (rowCount === 1) return true;
    if (!(await fillRun.run(listFirstSteps(amounts, maintain)))) return false;
    const messages: Step[] = [...(await listMessageSteps(client)), ['files and reactions', run(FILE_AND_REACTION_STATEMENTS)]];
    return (await fillRun.run(messages)) && (await fillRun.finish());
  } finally {
    await client.end();
  }
}
