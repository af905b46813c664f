import type { BlockedPerson } from '@solvent/contracts';
import { blockResponse, blocksResponse } from '@solvent/contracts/schemas';
import { and, desc, eq, isNull } from 'drizzle-orm';
import { requireCaller } from '../access.ts';
import type { Feature } from '../../../platform/http/app.ts';
import type { Deps } from '../deps.ts';
import { isBlock } from './policy.ts';
import { PERSON_COLUMNS, isLiveUser } from '../auth/users.ts';
import { personBlocks, users } from '../../../schema/index.ts';
import type { Executor } from '../../../platform/db/connect.ts';
import { conflict, notFound } from '../../../platform/errors/app-error.ts';
import { idParams } from '../../../platform/http/params.ts';

async function listBlocked(db: Executor, blockerId: string): Promise<BlockedPerson[]> {
  const found = await db
    .select({ ...PERSON_COLUMNS, blockedAt: personBlocks.createdAt })
    .from(personBlocks)
    .innerJoin(users, eq(users.id, personBlocks.blockedId))
    .where(and(eq(personBlocks.blockerId, blockerId), isNull(users.deletedAt)))
    .orderBy(desc(personBlocks.createdAt), users.id);
  return found.map(({ blockedAt, ...blocked }) => ({ ...blocked, blockedAt: blockedAt.toISOString() }));
}

/** Routes of product 7.16. */
export const blocksFeature: Feature<Deps> = (app, { db, realtime }) => {
  const config = { access: 'signed-in', limit: 'blocks' } as const;
  const schema = { tags: ['accounts'], params: idParams, response: { 200: blockResponse } };

  const listed = { tags: ['accounts'], response: { 200: blocksResponse } };
  app.get('/auth/blocks', { config: { access: 'signed-in' }, schema: listed }, async (request) => ({
    people: await listBlocked(db, requireCaller(request).user.id),
  }));
  app.put('/auth/profile/:id/block', { config, schema }, async (request) => {
    const [blockerId, blockedId] = [requireCaller(request).user.id, request.params.id.toLowerCase()];
    if (blockerId === blockedId) throw conflict('You cannot block yourself.');
    if ((await db.$count(users, isLiveUser(blockedId))) === 0) throw notFound('This person');
    await db.insert(personBlocks).values({ blockerId, blockedId, createdAt: new Date() }).onConflictDoNothing();
    // Neither receives the other's presence from now on, so open pages would show them as online forever.
    realtime.toUser(blockedId, 'presence', { userId: blockerId, online: false });
    realtime.toUser(blockerId, 'presence', { userId: blockedId, online: false });
    return { blockedByMe: true };
  });
  app.delete('/auth/profile/:id/block', { config, schema }, async (request) => {
    await db.delete(personBlocks).where(isBlock(requireCaller(request).user.id, request.params.id));
    return { blockedByMe: false };
  });
};
