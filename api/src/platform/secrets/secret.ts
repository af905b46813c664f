import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Db } from '../db/connect.ts';
import { secrets } from './schema.ts';

const BYTES = 32;

/**
 * A random key that all processes of a deployment share; whichever asks first makes it. It never changes: ask once, at the
 * start, and keep it.
 * @param name what it is for, such as `file-links`
 * @returns 256 bits
 */
export async function getSecret(db: Db, name: string): Promise<Buffer> {
  await db
    .insert(secrets)
    .values({ name, value: randomBytes(BYTES).toString('hex') })
    .onConflictDoNothing();
  const [row] = await db.select().from(secrets).where(eq(secrets.name, name));
  if (row === undefined) throw new Error(`The key ${name} was not stored`);
  return Buffer.from(row.value, 'hex');
}
