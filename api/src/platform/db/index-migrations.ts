import type pg from 'pg';

const LEADING_COMMENTS = /^(?:\s*--[^\n]*\n|\s)+/;
const CREATE_INDEX = /^CREATE\s+(?:UNIQUE\s+)?INDEX\s+CONCURRENTLY\s+"?(\w+)"?\s+ON\s/i;
const DROP_INDEX = /^DROP\s+INDEX\s+CONCURRENTLY\s+(?:IF\s+EXISTS\s+)?"?(\w+)"?/i;

function parseConcurrentIndex(statement: string): { name: string; isCreated: boolean } | undefined {
  const text = statement.replace(LEADING_COMMENTS, '');
  const created = CREATE_INDEX.exec(text)?.[1];
  const name = created ?? DROP_INDEX.exec(text)?.[1];
  return name === undefined ? undefined : { name, isCreated: created !== undefined };
}

export const isIndexMigration = (statements: string[]): boolean =>
  statements.some((statement) => parseConcurrentIndex(statement) !== undefined);

/** Undefined if the index does not exist. */
async function readIndexValidity(client: pg.ClientBase, name: string): Promise<boolean | undefined> {
  const { rows } = await client.query<{ valid: boolean }>(
    `SELECT indisvalid AND indisready AS valid FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
     WHERE relname = $1 AND relnamespace = current_schema()::regnamespace`,
    [name],
  );
  return rows[0]?.valid;
}

/** Applies an idempotent migration outside of a transaction. After an interruption, it replaces invalid indexes. */
export async function applyIndexMigration(client: pg.ClientBase, statements: string[]): Promise<void> {
  const steps = statements.map((statement) => {
    const index = parseConcurrentIndex(statement);
    if (index === undefined)
      throw new Error(
        `A migration with CONCURRENTLY must not have other statements: move this one to its own migration: ${statement}`,
      );
    return { statement, ...index };
  });
  // Waiting for older transactions blocks no one.
  await client.query('SET lock_timeout = 0');
  await client.query('SET statement_timeout = 0');
  try {
    for (const { statement, name, isCreated } of steps) {
      const isValid = await readIndexValidity(client, name);
      if (isCreated && isValid === false) await client.query(`DROP INDEX CONCURRENTLY "${name}"`);
      if (isCreated ? isValid !== true : isValid !== undefined) await client.query(statement);
    }
  } finally {
    await client.query('RESET lock_timeout; RESET statement_timeout').catch(() => undefined);
  }
}
