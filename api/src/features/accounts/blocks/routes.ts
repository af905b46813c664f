import type { BlockResponse, BlocksResponse } from '@solvent/contracts';
import { requireCaller } from '../../../access.ts';
import type { Feature } from '../../../feature.ts';
import { blockPerson, listBlocked, unblockPerson } from './service.ts';
import { responseSchema, json } from '../../../platform/http/response-schema.ts';
import { idParams } from '../../../platform/http/params.ts';

const person = { _id: json.id, name: json.text, image: json.textOrNull, blockedAt: json.time };
const blocksResponse = responseSchema<BlocksResponse>(json.object({ people: json.list(json.object(person)) }));
const blockResponse = responseSchema<BlockResponse>(json.object({ blockedByMe: json.boolean }));

/** Whom somebody wants nothing to do with (product 7.16). */
export const blocksFeature: Feature = (app, { db, realtime }) => {
  const config = { access: 'signed-in', limit: 'blocks' } as const;
  const schema = { tags: ['accounts'], params: idParams, response: { 200: blockResponse } };

  app.get(
    '/auth/blocks',
    { config: { access: 'signed-in' }, schema: { tags: ['accounts'], response: { 200: blocksResponse } } },
    async (request) => ({ people: await listBlocked(db, requireCaller(request).user.id) }),
  );
  app.put('/auth/profile/:id/block', { config, schema }, async (request) => {
    const [blockerId, blockedId] = [requireCaller(request).user.id, request.params.id.toLowerCase()];
    await blockPerson(db, blockerId, blockedId);
    // From now on neither is sent the other's presence: open pages would show them as online forever.
    realtime.toUser(blockedId, 'presence', { userId: blockerId, online: false });
    realtime.toUser(blockerId, 'presence', { userId: blockedId, online: false });
    return { blockedByMe: true };
  });
  app.delete('/auth/profile/:id/block', { config, schema }, async (request) => {
    await unblockPerson(db, requireCaller(request).user.id, request.params.id);
    return { blockedByMe: false };
  });
};
