import type pg from 'pg';

/** Indexes besides primary keys: filling tables without them takes a tenth of the time. */
const FIND = `
  SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
    format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS make, conname AS name
  FROM pg_constraint WHERE contype = 'u' AND connamespace = 'public'::regnamespace
  UNION ALL
  SELECT format('DROP INDEX %s', indexrelid::regclass), pg_get_indexdef(indexrelid), relname
  FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
  WHERE relnamespace = 'public'::regnamespace AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)
  ORDER BY name`;

/** Drops all indexes that are no primary key, and keeps how the migrations made them. */
export async function setIndexesAside(client: pg.ClientBase): Promise<void> {
  await client.query(`CREATE TABLE bench.set_aside AS SELECT drop, make, name::text FROM (${FIND}) AS found`);
  await client.query(
    `DO $$ DECLARE one text; BEGIN FOR one IN SELECT drop FROM bench.set_aside LOOP EXECUTE one; END LOOP; END $$`,
  );
}

/** Recreates them one by one until the time is over. @param onCreated receives each with its seconds */
export async function makeIndexesAgain(
  client: pg.ClientBase,
  onCreated: (name: string, seconds: number) => void,
  isOver: () => boolean,
): Promise<void> {
  const { rows } = await client.query<{ make: string; name: string }>('SELECT make, name FROM bench.set_aside ORDER BY name');
  for (const { make, name } of rows) {
    if (isOver()) return;
    const started = Date.now();
    await client.query('BEGIN');
    await client.query(make);
    await client.query('DELETE FROM bench.set_aside WHERE name = $1', [name]);
    await client.query('COMMIT');
    onCreated(name, (Date.now() - started) / 1000);
  }
}
