import type pg from 'pg';

const COMMENTS = /^(?:\s*--[^\n]*\n|\s)+/;
const MADE = /^CREATE\s+(?:UNIQUE\s+)?INDEX\s+CONCURRENTLY\s+"?(\w+)"?\s+ON\s/i;
const DROPPED = /^DROP\s+INDEX\s+CONCURRENTLY\s+(?:IF\s+EXISTS\s+)?"?(\w+)"?/i;

/** The index that a statement makes or drops beside writers, where it is such a statement. */
function indexBesideWriters(statement: string): { name: string; made: boolean } | undefined {
  const text = statement.replace(COMMENTS, '');
  const made = MADE.exec(text)?.[1];
  const name = made ?? DROPPED.exec(text)?.[1];
  return name === undefined ? undefined : { name, made: made !== undefined };
}

/** Whether a migration has statements that no transaction takes (CONCURRENTLY): then all of it is such. */
export const isBesideWriters = (statements: string[]): boolean =>
  statements.some((statement) => indexBesideWriters(statement) !== undefined);

/** Whether an index is whole; undefined where there is none of this name. */
async function isWhole(client: pg.ClientBase, name: string): Promise<boolean | undefined> {
  const { rows } = await client.query<{ whole: boolean }>(
    `SELECT indisvalid AND indisready AS whole FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
     WHERE relname = $1 AND relnamespace = current_schema()::regnamespace`,
    [name],
  );
  return rows[0]?.whole;
}

/**
 * Applies a migration that makes or drops indexes while people write (CREATE INDEX CONCURRENTLY), outside of a transaction. One that
 * was interrupted goes on where it was: what is whole stays, and what is left of an index that is not is dropped first.
 * @throws Error where the migration has other statements, too: nothing could take those back
 */
export async function applyBesideWriters(client: pg.ClientBase, statements: string[]): Promise<void> {
  const steps = statements.map((statement) => {
    const index = indexBesideWriters(statement);
    if (index === undefined)
      throw new Error(`A migration with CONCURRENTLY has nothing else: move this to its own one: ${statement}`);
    return { statement, ...index };
  });
  // Waiting for those who began before holds up nobody here, however long it takes.
  await client.query('SET lock_timeout = 0');
  await client.query('SET statement_timeout = 0');
  try {
    for (const { statement, name, made } of steps) {
      const whole = await isWhole(client, name);
      if (made && whole === false) await client.query(`DROP INDEX CONCURRENTLY "${name}"`);
      if (made ? whole !== true : whole !== undefined) await client.query(statement);
    }
  } finally {
    await client.query('RESET lock_timeout; RESET statement_timeout').catch(() => undefined);
  }
}
