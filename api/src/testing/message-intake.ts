import multipart from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { messageRules } from '@solvent/contracts/rules/chat';
import { requireCaller } from '../access.ts';
import { newId } from '../platform/db/new-id.ts';
import { conversations, participants } from '../features/messaging/schema.ts';
import type { Db } from '../platform/db/connect.ts';
import { receiveForm } from '../features/files/service.ts';
import { validateForm } from '../platform/http/yup-validation.ts';
import type { Feature } from '../feature.ts';
import type { TestCaller } from './factories.ts';
import { messageForm } from '../features/messaging/message-form.ts';

/** Routes that take a message in and make none of it: one keeps what came, one throws it away. */
export const intakeFeature: Feature = async (app, deps) => {
  await app.register(multipart, { throwFileSizeLimit: false });
  const config = { access: 'signed-in', limit: 'none' } as const;
  const form = (request: FastifyRequest) => messageForm(deps, requireCaller(request).user.id);
  app.post('/test/keep', { config }, (request, reply) =>
    receiveForm(deps, request, reply, form(request), async ({ texts, files: { files } }) => ({
      fields: validateForm(messageRules, texts, { fileCount: files.length }),
      files,
    })),
  );
  app.post('/test/discard', { config }, (request, reply) =>
    receiveForm(deps, request, reply, form(request), async ({ discard }) => {
      await discard();
      return {};
    }),
  );
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
