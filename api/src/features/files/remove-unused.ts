import { and, eq, lt } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { files } from './schema/files.ts';
import type { Deps } from '../../deps.ts';

/** An attachment that no problem took within this time (ms) is not wanted any more. */
const UNUSED_LIFE = 48 * 3_600_000;

async function removeAll({ db, files: store }: Deps, ownerId: string): Promise<void> {
  // One that a problem takes at this moment is public once this statement has waited for it, and stays.
  const unused = and(
    eq(files.ownerId, ownerId),
    eq(files.purpose, 'attachment'),
    eq(files.visibility, 'private'),
    lt(files.createdAt, new Date(Date.now() - UNUSED_LIFE)),
  );
  const removed = await db.delete(files).where(unused).returning({ key: files.storageKey });
  for (const { key } of removed) await store.delete(key);
}

/** Removes what somebody uploaded for a problem that never came. What fails is told to `log`: it takes up room, no more. */
export async function removeUnused(deps: Deps, ownerId: string, log: FastifyBaseLogger): Promise<void> {
  await removeAll(deps, ownerId).catch((error: unknown) => log.error({ err: error }, 'Unused attachments were not removed'));
}
