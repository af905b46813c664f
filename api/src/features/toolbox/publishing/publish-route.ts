import type { FastifyRequest } from 'fastify';
import { MODULE } from '@solvent/contracts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../feature.ts';
import { senderOf } from '../../files/incoming/sender.ts';
import type { Sender } from '../../files/incoming/sender.ts';
import type { FileLinks } from '../../files/signed-links.ts';
import { idempotencyKey } from '../../../platform/http/idempotency-key.ts';
import { multipartOnly } from '../../../platform/http/multipart.ts';
import { moduleAnswer } from '../module-schema.ts';
import { readModule } from '../read-module.ts';
import { checkedModule } from './receive/check-form.ts';
import { ignoreRest, receiveForm } from './receive/receive-form.ts';
import type { ReceivedForm } from './receive/receive-form.ts';
import { stillThere } from './receive/refusals.ts';
import { reviewedArchive } from './receive/reviewed-archive.ts';
import { MadeBefore, madeBefore, storeModule } from './storing/store-module.ts';

const FORM_MAX_BYTES = MODULE.zipMaxBytes + MODULE.imagesMax * MODULE.imageMaxBytes + MODULE.videosMax * MODULE.videoMaxBytes;

/** What became of an upload: a module, which is new, or was made by the same key before. */
interface Published {
  id: string;
  isNew: boolean;
}

async function publish(
  deps: Deps,
  request: FastifyRequest,
  sender: Sender,
  form: ReceivedForm,
  mayBeStored: () => void,
): Promise<string> {
  const received = checkedModule(form);
  const findings = await reviewedArchive(deps, sender, received.archive);
  stillThere(request);
  const about = { authorId: sender.id, requestKey: idempotencyKey(request), findings };
  return deps.db.transaction(async (tx) => {
    const id = await storeModule(tx, { ...received, ...about, reviewing: deps.config.moduleReview });
    mayBeStored();
    return id;
  });
}

async function publishOnce(deps: Deps, request: FastifyRequest, sender: Sender): Promise<Published> {
  const before = await madeBefore(deps.db, sender.id, idempotencyKey(request));
  if (before !== undefined) {
    ignoreRest(request);
    return { id: before, isNew: false };
  }
  try {
    const fields = ['zipFile', 'previewImages', 'previewVideos'] as const;
    const id = await receiveForm(deps, request, sender, fields, (form, mayBeStored) =>
      publish(deps, request, sender, form, mayBeStored),
    );
    return { id, isNew: true };
  } catch (error) {
    if (error instanceof MadeBefore) return { id: error.moduleId, isNew: false };
    throw error;
  }
}

/** POST /modules: 201 made it, 200 had made it before by the same key. */
export function publishRoute(app: App, deps: Deps, links: FileLinks): void {
  const schema = {
    tags: ['modules'],
    consumes: ['multipart/form-data'],
    response: { 200: moduleAnswer, 201: moduleAnswer },
  };
  app.post(
    '/modules',
    {
      config: { access: 'signed-in', limit: 'upload' },
      preParsing: multipartOnly('module'),
      schema,
    },
    async (request, reply) => {
      const sender = senderOf(deps, request, reply, FORM_MAX_BYTES);
      const { id, isNew } = await publishOnce(deps, request, sender);
      reply.code(isNew ? 201 : 200);
      return { module: await readModule({ db: deps.db, links }, id, sender.id) };
    },
  );
}
