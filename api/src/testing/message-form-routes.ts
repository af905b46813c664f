import multipart from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { messageRules } from '@solvent/contracts/rules/chat';
import { requireCaller } from '../features/accounts/access.ts';
import { receiveForm } from '../features/files/index.ts';
import { validateBody } from '../platform/http/yup-validation.ts';
import type { Feature } from '../platform/http/app.ts';
import type { Deps } from '../app.ts';
import { messageForm } from '../features/messaging/send-routes.ts';

/** Routes that receive the form of a message without storing a message: one keeps the files, one discards them. */
export const messageFormFeature: Feature<Deps> = async (app, deps) => {
  await app.register(multipart, { throwFileSizeLimit: false });
  const config = { access: 'signed-in', limit: 'none' } as const;
  const form = (request: FastifyRequest) => messageForm(deps, requireCaller(request).user.id);
  app.post('/test/keep', { config }, (request, reply) =>
    receiveForm(deps, request, reply, form(request), async ({ texts, files: { files } }) => ({
      fields: validateBody(messageRules, texts, { fileCount: files.length }),
      files,
      isNew: true,
    })),
  );
  app.post('/test/discard', { config }, (request, reply) =>
    receiveForm(deps, request, reply, form(request), async () => ({ isNew: false })),
  );
};
