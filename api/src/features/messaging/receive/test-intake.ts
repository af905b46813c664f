import multipart from '@fastify/multipart';
import { CHAT } from '@solvent/contracts';
import { newId } from '../../../platform/db/new-id.ts';
import { conversations, participants } from '../schema.ts';
import type { Db } from '../../../platform/db/connect.ts';
import { senderOf } from '../../files/incoming/upload-room.ts';
import type { Feature } from '../../../feature.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { receiveMessage } from '../form/receive-message.ts';

const MAX_BYTES = CHAT.filesMax * CHAT.fileMaxBytes;

/** Routes that take a message in and make none of it: one keeps what came, one throws it away. */
export const intakeFeature: Feature = async (app, deps) => {
  await app.register(multipart);
  app.post('/test/keep', { config: { access: 'signed-in', limit: 'none' } }, async (request, reply) => {
    const { fields, files } = await receiveMessage(deps, request, senderOf(deps, request, reply, MAX_BYTES));
    return { fields, files };
  });
  app.post('/test/discard', { config: { access: 'signed-in', limit: 'none' } }, async (request, reply) => {
    const { discard } = await receiveMessage(deps, request, senderOf(deps, request, reply, MAX_BYTES));
    await discard();
    return {};
  });
};

/** Stores a conversation of these two; gives its id. */
export async function conversationOf(db: Db, one: TestCaller, other: TestCaller): Promise<string> {
  const [firstId = '', secondId = ''] = [one.user.id, other.user.id].toSorted();
  const id = newId();
  const now = new Date();
  await db.insert(conversations).values({ id, firstId, secondId, createdAt: now, updatedAt: now });
  await db.insert(participants).values([firstId, secondId].map((userId) => ({ conversationId: id, userId })));
  return id;
}
