import multipart from '@fastify/multipart';
import { PAGE_SIZES } from '@solvent/contracts';
import { moduleFieldsRules } from '@solvent/contracts/rules';
import { moduleContactRules, moduleStatusRules } from '@solvent/contracts/rules/actions';
import { pagingFields } from '@solvent/contracts/rules/paging';
import { doneResponse, moduleResponse, ownModulesResponse } from '@solvent/contracts/schemas';
import { eq } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as yup from 'yup';
import { requireCaller } from '../../accounts/index.ts';
import { createFileLinks, deleteAbandonedUploads, drainRequest, receiveForm } from '../../files/index.ts';
import type { FileLinks } from '../../files/index.ts';
import type { Deps } from '../deps.ts';
import type { App, Feature } from '../../../platform/http/app.ts';
import { users } from '../../../schema/index.ts';
import {
  setStatus,
  updateModule,
  deleteModule,
  getEarnings,
  listOwnModules,
  findOwnModuleId,
  showsEmail,
} from './own-modules.ts';
import type { OwnModuleTarget } from './own-modules.ts';
import { validateModule, validateVersion, reviewArchive } from './form.ts';
import { INCOMING_MODULES, createModuleForm, assertConnected, VERSION_FORM } from './form.ts';
import type { ModuleForm, VersionForm } from './form.ts';
import { cancelUpload, deleteCancelledUploads, AlreadyCreated, storeModule } from './store-module.ts';
import { confirmNoSecret, VersionExists, storeVersion } from './versions.ts';
import { notifyOwners, notifyOwnersJob } from '../notifications.ts';
import { readModule } from '../queries.ts';
import { moduleParams } from '../visibility.ts';
import { LONG_BODY_LIMITS } from '../../../platform/http/body-parsers.ts';
import { idempotencyKey } from '../../../platform/http/idempotency-key.ts';
import { multipartOnly } from '../../../platform/http/multipart.ts';
import { buildPaging } from '../../../platform/http/paging.ts';

const access = 'signed-in';
const config = { access, limit: 'moduleChanges' } as const;
const tags = ['modules'];

type ModuleRequest = FastifyRequest & { params: { id: string } };

const getTarget = (request: ModuleRequest): OwnModuleTarget => ({
  idOrSlug: request.params.id,
  callerId: requireCaller(request).user.id,
});

async function createModule(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<{ id: string; isNew: boolean }> {
  const store = async (form: ModuleForm) => {
    const received = validateModule(form);
    const reviewed = await reviewArchive(deps, form.sender, received.archive);
    assertConnected(request);
    const about = { authorId: form.sender.id, requestKey: idempotencyKey(request), reviewMode: deps.config.moduleReview };
    return deps.db.transaction((tx) => storeModule(tx, { ...received, ...reviewed, ...about }));
  };
  try {
    return { id: await receiveForm(deps, request, reply, createModuleForm(deps), store), isNew: true };
  } catch (error) {
    if (error instanceof AlreadyCreated) return { id: error.moduleId, isNew: false };
    throw error;
  }
}

/** POST /modules: 201 for a new module, 200 for a repeat with the same key. */
function publishRoute(app: App, deps: Deps, links: FileLinks): void {
  app.post(
    '/modules',
    {
      config: { access, limit: 'moduleUploads' },
      preParsing: multipartOnly('module'),
      schema: { tags, consumes: ['multipart/form-data'], response: { 200: moduleResponse, 201: moduleResponse } },
    },
    async (request, reply) => {
      const { id, isNew } = await createModule(deps, request, reply);
      reply.code(isNew ? 201 : 200);
      return { module: await readModule({ db: deps.db, links }, id, requireCaller(request).user.id) };
    },
  );
}

/** @returns false if the same version with the same bytes exists */
async function addVersion(deps: Deps, request: ModuleRequest, reply: FastifyReply): Promise<boolean> {
  const store = async (form: VersionForm) => {
    const received = validateVersion(form);
    const reviewed = await reviewArchive(deps, form.sender, received.archive);
    assertConnected(request);
    const version = { ...received, ...reviewed, reviewMode: deps.config.moduleReview };
    await deps.db.transaction((tx) => storeVersion(tx, deps.jobs.add, getTarget(request), version));
  };
  try {
    await receiveForm(deps, request, reply, VERSION_FORM, store);
    return true;
  } catch (error) {
    if (error instanceof VersionExists) return false;
    throw error;
  }
}

/** POST /modules/:id/versions: 201 for a new version, 200 for a repeat with the same bytes. */
function versionRoute(app: App, deps: Deps, links: FileLinks): void {
  app.post(
    '/modules/:id/versions',
    {
      config: { access, limit: 'moduleUploads' },
      preParsing: multipartOnly('version'),
      schema: {
        tags,
        consumes: ['multipart/form-data'],
        params: moduleParams,
        response: { 200: moduleResponse, 201: moduleResponse },
      },
    },
    async (request, reply) => {
      const target = getTarget(request);
      const id = await findOwnModuleId(deps.db, target).catch((error: unknown) => {
        drainRequest(request);
        throw error;
      });
      reply.code((await addVersion(deps, request, reply)) ? 201 : 200);
      return { module: await readModule({ db: deps.db, links }, id, target.callerId) };
    },
  );
}

function ownRoutes(app: App, { db }: Deps, links: FileLinks): void {
  const querystring = yup.object(pagingFields(PAGE_SIZES.modules));
  app.get(
    '/modules/own',
    { config: { access }, schema: { tags, querystring, response: { 200: ownModulesResponse } } },
    async (request) => {
      const { id } = requireCaller(request).user;
      const { modules, total } = await listOwnModules({ db, links }, id, request.query);
      return {
        modules,
        earnings: await getEarnings(db, id),
        showsEmail: await showsEmail(db, id),
        ...buildPaging(request.query, total),
      };
    },
  );

  const schema = { tags, body: moduleContactRules, response: { 200: doneResponse } };
  app.put('/modules/own/contact', { config, schema }, async (request) => {
    const { showsEmail: isShown } = request.body;
    await db
      .update(users)
      .set({ showsEmail: isShown })
      .where(eq(users.id, requireCaller(request).user.id));
    return {};
  });
}

const uploadParams = yup.object({ key: yup.string().required() });
const versionParams = moduleParams.shape({ version: yup.string().required().max(20) });

function changeRoutes(app: App, deps: Deps, links: FileLinks): void {
  const { db } = deps;
  const schema = { tags, params: moduleParams, response: { 200: moduleResponse } };
  const respond = async (id: string, callerId: string) => ({ module: await readModule({ db, links }, id, callerId) });

  const edit = { config, bodyLimit: LONG_BODY_LIMITS.documentation, schema: { ...schema, body: moduleFieldsRules } };
  app.put('/modules/:id', edit, async (request) => {
    const target = getTarget(request);
    return respond(await updateModule(db, target, request.body), target.callerId);
  });

  app.put('/modules/:id/status', { config, schema: { ...schema, body: moduleStatusRules } }, async (request) => {
    const target = getTarget(request);
    return respond(await setStatus(db, target, request.body.status), target.callerId);
  });

  const confirmation = { config, schema: { ...schema, params: versionParams } };
  app.put('/modules/:id/versions/:version/no-secret', confirmation, async (request) => {
    const target = { ...getTarget(request), version: request.params.version };
    const id = await db.transaction((tx) => confirmNoSecret(tx, deps.jobs.add, target, deps.config.moduleReview));
    return respond(id, target.callerId);
  });

  app.delete('/modules/:id', { config, schema: { ...schema, response: { 200: doneResponse } } }, async (request) => {
    await deleteModule(deps, getTarget(request), request.log);
    return {};
  });

  // Cancels an upload by its Idempotency-Key, and deletes the module that it created. Idempotent.
  const cancellation = { config, schema: { tags, params: uploadParams, response: { 200: doneResponse } } };
  app.delete('/modules/uploads/:key', cancellation, async (request) => {
    const { id: callerId } = requireCaller(request).user;
    const createdId = await cancelUpload(db, callerId, request.params.key);
    if (createdId !== undefined) await deleteModule(deps, { idOrSlug: createdId, callerId }, request.log);
    return {};
  });
}

export const publishingFeature: Feature<Deps> = async (app, deps) => {
  // The fields have their own error for large files.
  await app.register(multipart, { throwFileSizeLimit: false });
  const links = await createFileLinks(deps.db);
  deps.jobs.hourly('abandoned files of modules', () => deleteAbandonedUploads(deps, INCOMING_MODULES));
  deps.jobs.handle(notifyOwnersJob, ({ versionId }, { transactAndComplete }) =>
    transactAndComplete((tx, events) => notifyOwners(tx, events, versionId)),
  );
  deps.jobs.hourly('keys of cancelled uploads', () => deleteCancelledUploads(deps.db));
  publishRoute(app, deps, links);
  versionRoute(app, deps, links);
  ownRoutes(app, deps, links);
  changeRoutes(app, deps, links);
};
