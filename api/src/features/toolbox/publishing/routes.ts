import multipart from '@fastify/multipart';
import { MODULE_STATUSES, PAGE_SIZES } from '@solvent/contracts';
import type { OwnModulesResponse } from '@solvent/contracts';
import { moduleFieldsRules } from '@solvent/contracts/rules';
import { moduleContactRules, moduleStatusRules } from '@solvent/contracts/rules/actions';
import { pagingFields } from '@solvent/contracts/rules/paging';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as yup from 'yup';
import { requireCaller } from '../../../access.ts';
import type { Deps } from '../../../deps.ts';
import type { Feature } from '../../../feature.ts';
import type { App } from '../../../platform/http/app.ts';
import { createFileLinks, drainRequest, receiveForm, deleteAbandonedUploads } from '../../files/service.ts';
import type { FileLinks } from '../../files/service.ts';
import { takenDownField } from '../../moderation/service.ts';
import { moduleAnswer, moduleCardFields, reviewSchema } from '../presenter.ts';
import {
  changeContact,
  changeStatus,
  changeTexts,
  deleteModule,
  earningsOf,
  listOwn,
  ownModuleId,
  showsEmail,
} from './own-modules.ts';
import type { Asked } from './own-modules.ts';
import { checkedModule, checkedVersion, reviewedArchive } from './check-form.ts';
import { INCOMING_MODULES, moduleForm, stillThere, VERSION_FORM } from './form.ts';
import type { ModuleForm, VersionForm } from './form.ts';
import { cancelUpload, forgetCancelled, MadeBefore, storeModule } from './storing.ts';
import { confirmNoSecret, VersionIsThere, storeVersion } from './versions.ts';
import { tellOfVersion, versionIsOut } from '../news.ts';
import { moduleParams, readModule } from '../queries.ts';
import { responseSchema, doneSchema, json, pagingSchema } from '../../../platform/http/response-schema.ts';
import { LONG_BODY_LIMITS } from '../../../platform/http/body-parsers.ts';
import { idempotencyKey } from '../../../platform/http/idempotency-key.ts';
import { multipartOnly } from '../../../platform/http/multipart.ts';
import { buildPaging } from '../../../platform/http/paging.ts';

/** What became of an upload: a module, which is new, or was made by the same key before. */
interface Published {
  id: string;
  isNew: boolean;
}

async function publish(deps: Deps, request: FastifyRequest, form: ModuleForm): Promise<string> {
  const received = checkedModule(form);
  const reviewed = await reviewedArchive(deps, form.sender, received.archive);
  stillThere(request);
  const about = { authorId: form.sender.id, requestKey: idempotencyKey(request), ...reviewed };
  return deps.db.transaction((tx) => storeModule(tx, { ...received, ...about, reviewing: deps.config.moduleReview }));
}

async function publishOnce(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<Published> {
  try {
    const id = await receiveForm(deps, request, reply, moduleForm(deps), (form) => publish(deps, request, form));
    return { id, isNew: true };
  } catch (error) {
    if (error instanceof MadeBefore) return { id: error.moduleId, isNew: false };
    throw error;
  }
}

/** POST /modules: 201 made it, 200 had made it before by the same key. */
function publishRoute(app: App, deps: Deps, links: FileLinks): void {
  const schema = {
    tags: ['modules'],
    consumes: ['multipart/form-data'],
    response: { 200: moduleAnswer, 201: moduleAnswer },
  };
  app.post(
    '/modules',
    {
      config: { access: 'signed-in', limit: 'moduleUploads' },
      preParsing: multipartOnly('module'),
      schema,
    },
    async (request, reply) => {
      const { id, isNew } = await publishOnce(deps, request, reply);
      reply.code(isNew ? 201 : 200);
      return { module: await readModule({ db: deps.db, links }, id, requireCaller(request).user.id) };
    },
  );
}

/**
 * DELETE /modules/uploads/:key: calls off an upload by its Idempotency-Key, at any moment; what it has made is deleted. Asked
 * again, it is done already.
 */
function cancelRoute(app: App, deps: Deps): void {
  const schema = { tags: ['modules'], params: yup.object({ key: yup.string().required() }), response: { 200: doneSchema } };
  app.delete('/modules/uploads/:key', { config, schema }, async (request) => {
    const { id: callerId } = requireCaller(request).user;
    const made = await cancelUpload(deps.db, callerId, request.params.key);
    if (made !== undefined) await deleteModule(deps, { idOrSlug: made, callerId }, request.log);
    return {};
  });
}

async function add(deps: Deps, request: FastifyRequest, asked: Asked, form: VersionForm): Promise<void> {
  const received = checkedVersion(form);
  const reviewed = await reviewedArchive(deps, form.sender, received.archive);
  stillThere(request);
  await deps.db.transaction((tx) =>
    storeVersion(tx, deps.jobs.add, asked, { ...received, ...reviewed, reviewing: deps.config.moduleReview }),
  );
}

/** Whether it is new. */
async function addOnce(deps: Deps, request: FastifyRequest, reply: FastifyReply, asked: Asked): Promise<boolean> {
  try {
    await receiveForm(deps, request, reply, VERSION_FORM, (form) => add(deps, request, asked, form));
    return true;
  } catch (error) {
    if (error instanceof VersionIsThere) return false;
    throw error;
  }
}

/** POST /modules/:id/versions: 201 made it, 200 had this version with these bytes already. */
function versionRoute(app: App, deps: Deps, links: FileLinks): void {
  const schema = {
    tags: ['modules'],
    consumes: ['multipart/form-data'],
    params: moduleParams,
    response: { 200: moduleAnswer, 201: moduleAnswer },
  };
  app.post(
    '/modules/:id/versions',
    {
      config: { access: 'signed-in', limit: 'moduleUploads' },
      preParsing: multipartOnly('version'),
      schema,
    },
    async (request, reply) => {
      const asked = { idOrSlug: request.params.id, callerId: requireCaller(request).user.id };
      const id = await ownModuleId(deps.db, asked).catch((error: unknown) => {
        drainRequest(request);
        throw error;
      });
      reply.code((await addOnce(deps, request, reply, asked)) ? 201 : 200);
      return { module: await readModule({ db: deps.db, links }, id, asked.callerId) };
    },
  );
}

const access = 'signed-in';
const config = { access, limit: 'moduleChanges' } as const;
const tags = ['modules'];

const cents = json.integer;
const ownAnswer = responseSchema<OwnModulesResponse>(
  json.object({
    modules: json.list(
      json.object(
        {
          ...moduleCardFields,
          status: json.oneOf(MODULE_STATUSES),
          review: reviewSchema,
          salesCents: cents,
          salesCount: json.integer,
        },
        takenDownField,
      ),
    ),
    earnings: json.object({ salesCents: cents, feeCents: cents, netCents: cents, missingCents: cents, testMode: json.boolean }),
    showsEmail: json.boolean,
    ...pagingSchema,
  }),
);

/** GET /modules/own: the caller's modules, and what they earned. */
function ownRoute(app: App, { db }: Deps, links: FileLinks): void {
  const querystring = yup.object(pagingFields(PAGE_SIZES.modules));
  app.get(
    '/modules/own',
    { config: { access }, schema: { tags, querystring, response: { 200: ownAnswer } } },
    async (request) => {
      const { id } = requireCaller(request).user;
      const { modules, total } = await listOwn({ db, links }, id, request.query);
      return {
        modules,
        earnings: await earningsOf(db, id),
        showsEmail: await showsEmail(db, id),
        ...buildPaging(request.query, total),
      };
    },
  );
}

/** PUT /modules/own/contact: whether the caller's modules show their address. */
function contactRoute(app: App, { db }: Deps): void {
  const schema = { tags, body: moduleContactRules, response: { 200: doneSchema } };
  app.put('/modules/own/contact', { config, schema }, async (request) => {
    await changeContact(db, requireCaller(request).user.id, request.body.showsEmail);
    return {};
  });
}

const versionParams = moduleParams.shape({ version: yup.string().required().max(20) });

/** PUT /modules/:id, its status and a version without secrets, DELETE /modules/:id: by its author. */
function changeRoutes(app: App, deps: Deps, links: FileLinks): void {
  const { db } = deps;
  const schema = { tags, params: moduleParams, response: { 200: moduleAnswer } };
  const answer = async (id: string, callerId: string) => ({ module: await readModule({ db, links }, id, callerId) });

  const edit = { config, bodyLimit: LONG_BODY_LIMITS.documentation, schema: { ...schema, body: moduleFieldsRules } };
  app.put('/modules/:id', edit, async (request) => {
    const asked = { idOrSlug: request.params.id, callerId: requireCaller(request).user.id };
    return answer(await changeTexts(db, asked, request.body), asked.callerId);
  });

  app.put('/modules/:id/status', { config, schema: { ...schema, body: moduleStatusRules } }, async (request) => {
    const asked = { idOrSlug: request.params.id, callerId: requireCaller(request).user.id };
    return answer(await changeStatus(db, asked, request.body.status), asked.callerId);
  });

  const confirmation = { config, schema: { ...schema, params: versionParams } };
  app.put('/modules/:id/versions/:version/no-secret', confirmation, async (request) => {
    const { id: idOrSlug, version } = request.params;
    const asked = { idOrSlug, version, callerId: requireCaller(request).user.id };
    const id = await db.transaction((tx) => confirmNoSecret(tx, deps.jobs.add, asked, deps.config.moduleReview));
    return answer(id, asked.callerId);
  });

  app.delete('/modules/:id', { config, schema: { ...schema, response: { 200: doneSchema } } }, async (request) => {
    await deleteModule(deps, { idOrSlug: request.params.id, callerId: requireCaller(request).user.id }, request.log);
    return {};
  });
}

/** What authors do with their modules (product 7.10). */
export const publishingFeature: Feature = async (app, deps) => {
  // A file too large is refused with its field's own words.
  await app.register(multipart, { throwFileSizeLimit: false });
  const links = await createFileLinks(deps.db);
  deps.jobs.hourly('abandoned files of modules', () => deleteAbandonedUploads(deps, INCOMING_MODULES));
  deps.jobs.handle(versionIsOut, ({ versionId }, { transactAndComplete }) =>
    transactAndComplete((tx, events) => tellOfVersion(tx, events, versionId)),
  );
  deps.jobs.hourly('keys of cancelled uploads', () => forgetCancelled(deps.db));
  publishRoute(app, deps, links);
  cancelRoute(app, deps);
  versionRoute(app, deps, links);
  ownRoute(app, deps, links);
  contactRoute(app, deps);
  changeRoutes(app, deps, links);
};
