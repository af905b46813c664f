import { eq, sql } from 'drizzle-orm';
import type { Tx } from '../../../../platform/db/connect.ts';
import { modules } from '../../schema.ts';

/** Addresses beside /modules/:id and /toolbox/:id: a module of this name would not be found there. */
const RESERVED = new Set(['own', 'saved', 'upload']);
/** More modules of one title are none. */
const NUMBER_MAX = 100_000;

/** The address for a module of this name: the name itself, or with the first number from 2 on that no other module has. */
export async function freeSlug(tx: Tx, name: string): Promise<string> {
  if (!RESERVED.has(name) && (await tx.$count(modules, eq(modules.slug, name))) === 0) return name;
  const { rows } = await tx.execute<{ slug: string }>(sql`
    SELECT ${name}::text || '-' || number AS slug FROM generate_series(2, ${NUMBER_MAX}::int) AS number
    WHERE NOT EXISTS (SELECT FROM modules WHERE slug = ${name}::text || '-' || number)
    LIMIT 1`);
  const [free] = rows;
  if (free === undefined) throw new Error(`There are ${NUMBER_MAX} modules called ${name}`);
  return free.slug;
}
