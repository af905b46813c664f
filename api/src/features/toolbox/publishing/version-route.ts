import type { FastifyRequest } from 'fastify';
import { MODULE } from '@solvent/contracts';
import { signedIn } from '../../../access/access.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../feature.ts';
import { senderOf } from '../../files/incoming/sender.ts';
import type { Sender } from '../../files/incoming/sender.ts';
import type { FileLinks } from '../../files/signed-links.ts';
import { multipartOnly } from '../../../platform/http/multipart.ts';
import { moduleAnswer } from '../module-schema.ts';
import { readModule } from '../read-module.ts';
import { moduleParams } from '../visible-module.ts';
import { ownModuleId } from './owning/own-module.ts';
import type { Asked } from './owning/own-module.ts';
import { checkedVersion } from './receive/check-form.ts';
import { ignoreRest, receiveForm } from './receive/receive-form.ts';
import type { ReceivedForm } from './receive/receive-form.ts';
import { stillThere } from './receive/refusals.ts';
import { reviewedArchive } from './receive/reviewed-archive.ts';
import { storeVersion, VersionIsThere } from './storing/store-version.ts';

/** A new version on its way. */
interface Adding {
  request: FastifyRequest;
  sender: Sender;
  asked: Asked;
}

async function add(deps: Deps, { request, sender, asked }: Adding, form: ReceivedForm, mayBeStored: () => void) {
  const received = checkedVersion(form);
  const findings = await reviewedArchive(deps, sender, received.archive);
  stillThere(request);
  await deps.db.transaction(async (tx) => {
    await storeVersion(tx, asked, { ...received, findings, reviewing: deps.config.moduleReview });
    mayBeStored();
  });
}

/** Whether it is new; nothing is read of what is sent for a module of others. */
async function addOnce(deps: Deps, adding: Adding): Promise<boolean> {
  const { request, sender } = adding;
  try {
    await receiveForm(deps, request, sender, ['zipFile'], (form, mayBeStored) => add(deps, adding, form, mayBeStored));
    return true;
  } catch (error) {
    if (error instanceof VersionIsThere) return false;
    throw error;
  }
}

/** POST /modules/:id/versions: 201 made it, 200 had this version with these bytes already. */
export function versionRoute(app: App, deps: Deps, links: FileLinks): void {
  const schema = {
    tags: ['modules'],
    consumes: ['multipart/form-data'],
    params: moduleParams,
    response: { 200: moduleAnswer, 201: moduleAnswer },
  };
  app.post(
    '/modules/:id/versions',
    {
      config: { access: 'signed-in', limit: 'upload' },
      preParsing: multipartOnly('version'),
      schema,
    },
    async (request, reply) => {
      const asked = { idOrSlug: request.params.id, callerId: signedIn(request).user.id };
      const id = await ownModuleId(deps.db, asked).catch((error: unknown) => {
        ignoreRest(request);
        throw error;
      });
      const sender = senderOf(deps, request, reply, MODULE.zipMaxBytes);
      reply.code((await addOnce(deps, { request, sender, asked })) ? 201 : 200);
      return { module: await readModule({ db: deps.db, links }, id, asked.callerId) };
    },
  );
}
