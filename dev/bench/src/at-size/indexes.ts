import type pg from 'pg';

/** Selects all indexes except primary keys. Filling tables without indexes takes a tenth of the time. */
const SELECT_INDEXES = `
  SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
    format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS recreate, conname AS name
  FROM pg_constraint WHERE contype = 'u' AND connamespace = 'public'::regnamespace
  UNION ALL
  SELECT format('DROP INDEX %s', indexrelid::regclass), pg_get_indexdef(indexrelid), relname
  FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
  WHERE relnamespace = 'public'::regnamespace AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)
  ORDER BY name`;

/** Drops all indexes except primary keys, and stores their definitions. */
export async function dropIndexes(client: pg.ClientBase): Promise<void> {
  await client.query(`CREATE TABLE bench.dropped_indexes AS SELECT drop, recreate, name::text FROM (${SELECT_INDEXES}) AS found`);
  await client.query(
    `DO $$ DECLARE one text; BEGIN FOR one IN SELECT drop FROM bench.dropped_indexes LOOP EXECUTE one; END LOOP; END $$`,
  );
}

/** Recreates the dropped indexes one by one until `isOver` returns true. @param onCreated receives the name and duration (s) of each */
export async function recreateIndexes(
  client: pg.ClientBase,
  onCreated: (name: string, seconds: number) => void,
  isOver: () => boolean,
): Promise<void> {
  const { rows } = await client.query<{ recreate: string; name: string }>(
    'SELECT recreate, name FROM bench.dropped_indexes ORDER BY name',
  );
  for (const { recreate, name } of rows) {
    if (isOver()) return;
    const started = Date.now();
    await client.query('BEGIN');
    await client.query(recreate);
    await client.query('DELETE FROM bench.dropped_indexes WHERE name = $1', [name]);
    await client.query('COMMIT');
    onCreated(name, (Date.now() - started) / 1000);
  }
}
