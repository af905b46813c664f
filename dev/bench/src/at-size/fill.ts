import pg from 'pg';
import type { Database } from '../../../../api/src/platform/db/database.ts';
import { addManyModules } from '../many-modules.ts';
import { addOriginals, addWords } from '../many-rows.ts';
import type { Amounts } from './amounts.ts';
import { addConversations, addToMessages, BATCHES, buildMessageInsert } from './fill-messages.ts';
import { addToModules } from './fill-modules.ts';
import { addNotifications, addPeople, TOOLS } from './fill-people.ts';
import { addCopies, addToProblems, KEEP_ORIGINALS } from './fill-problems.ts';
import { makeIndexesAgain, setIndexesAside } from './set-aside.ts';

/** A part of the filling: done once, whole or not at all. */
type Step = [name: string, work: (client: pg.Client) => Promise<unknown>];

/** Constraints and triggers are off: generated rows are consistent. */
const QUICKLY = `SET session_replication_role = replica; SET synchronous_commit = off; SET work_mem = '256MB'; SET maintenance_work_mem = '1GB'`;

const run = (statements: readonly string[]) => async (client: pg.Client) => {
  for (const statement of statements) await client.query(statement);
};

/** Everything but the messages. The product's own ways make what is copied: they need triggers and indexes, and a connection of their own. */
const firstSteps = (amounts: Amounts, maintain: Database['withMaintenanceDb']): Step[] => [
  ['originals', () => maintain(addOriginals)],
  ['modules', () => maintain((db) => addManyModules(db, amounts.modules))],
  ['words', () => maintain(addWords)],
  ['indexes set aside', setIndexesAside],
  ['tools', run([...TOOLS, KEEP_ORIGINALS])],
  ['people', run(addPeople(amounts))],
  ...addCopies(amounts).map((statement, place): Step => [`problems ${place + 1}`, run([statement])]),
  ['problems looked at', run(['ANALYZE problems'])],
  ...addToProblems(amounts).map(([name, statements]): Step => [name, run(statements)]),
  ['notifications', run(addNotifications(amounts))],
  ['around modules', run(addToModules(amounts))],
  ['conversations', run(addConversations(amounts))],
];

async function messageSteps(client: pg.Client): Promise<Step[]> {
  const { rows } = await client.query<{ from: number; to: number }>(BATCHES);
  return rows.map(({ from, to }, place) => [`messages ${place + 1}`, run([buildMessageInsert(from, to)])]);
}

/** An interrupted run continues where it stopped. */
class Filling {
  readonly #client: pg.Client;
  readonly #report: (line: string) => void;
  readonly #end: number;

  constructor(client: pg.Client, report: (line: string) => void, end: number) {
    this.#client = client;
    this.#report = report;
    this.#end = end;
  }

  /** Whether all of them are done: not, where the time is over. */
  async run(steps: readonly Step[]): Promise<boolean> {
    const { rows } = await this.#client.query<{ step: string }>('SELECT step FROM bench.done');
    const done = new Set(rows.map(({ step }) => step));
    for (const [step, work] of steps) {
      if (done.has(step)) continue;
      if (Date.now() > this.#end) return false;
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
    const { rows } = await this.#client.query<{ left: number }>('SELECT count(*)::int AS left FROM bench.set_aside');
    if (rows[0]?.left !== 0)
      await makeIndexesAgain(
        this.#client,
        (name, seconds) => this.#report(`index ${name}: ${seconds.toFixed(0)} s`),
        () => Date.now() > this.#end,
      );
    if (Date.now() > this.#end) return false;
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
    await client.query(QUICKLY);
    await client.query('CREATE SCHEMA IF NOT EXISTS bench');
    await client.query('CREATE TABLE IF NOT EXISTS bench.done (step text PRIMARY KEY)');
    const filling = new Filling(client, report, Date.now() + seconds * 1000);
    const { rowCount } = await client.query("SELECT FROM bench.done WHERE step = 'all'");
    if (rowCount === 1) return true;
    if (!(await filling.run(firstSteps(amounts, maintain)))) return false;
    const messages: Step[] = [...(await messageSteps(client)), ['on messages', run(addToMessages)]];
    return (await filling.run(messages)) && (await filling.finish());
  } finally {
    await client.end();
  }
}
