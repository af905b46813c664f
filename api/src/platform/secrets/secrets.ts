import { createHash, randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Db } from '../db/connect.ts';
import { secrets } from '../schema.ts';

/**
 * Returns a key that all processes share, and creates it on first use. It never changes: read it once.
 * @param name its use, such as `file-links`
 */
export async function getSecret(db: Db, name: string): Promise<Buffer> {
  await db
    .insert(secrets)
    .values({ name, value: randomBytes(32).toString('hex') })
    .onConflictDoNothing();
  const [row] = await db.select().from(secrets).where(eq(secrets.name, name));
  if (row === undefined) throw new Error(`The secret ${name} was not stored`);
  return Buffer.from(row.value, 'hex');
}

/** Creates a token of 256 random bits (product 11.5). */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Returns the SHA-256 in hex, for tokens and other secrets of high entropy. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
