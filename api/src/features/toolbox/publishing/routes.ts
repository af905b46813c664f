import multipart from '@fastify/multipart';
import { PAGE_SIZES } from '@solvent/contracts';
import { moduleFieldsRules } from '@solvent/contracts/rules';
import { moduleContactRules, moduleStatusRules } from '@solvent/contracts/rules/actions';
import { pagingFields } from '@solvent/contracts/rules/paging';
import { doneResponse, moduleResponse, ownModulesResponse } from '@solvent/contracts/schemas';
import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import * as yup from 'yup';
import { requireCaller } from '../../accounts/index.ts';
import { deleteAbandonedUploads, drainRequest, receiveForm } from '../../files/index.ts';
import type { Deps } from '../deps.ts';
import type { App, Feature } from '../../../platform/http/app.ts';
import { users } from '../../../schema/index.ts';
import { setStatus, updateModule, deleteModule, getEarnings, listOwnModules, findOwnModuleId } from './own-modules.ts';
import type { OwnModuleTarget } from './own-modules.ts';
import {
  createModuleForm,
  INCOMING_MODULES,
  MODULE_PARTS,
  VERSION_PARTS,
  reviewArchive,
  validateModule,
  validateVersion,
  VERSION_FORM,
} from './form.ts';
import { cancelUpload, deleteCancelledUploads, storeModule } from './store-module.ts';
import { confirmNoSecret, storeVersion } from './versions.ts';
import { notifyOwners, notifyOwnersJob } from '../notifications.ts';
import { readModule } from '../queries.ts';
import { moduleParams } from '../visibility.ts';
import type { Tx } from '../../../platform/db/connect.ts';
import { LONG_BODY_LIMITS, multipartOnly } from '../../../platform/http/request-bodies.ts';
import { idempotencyKey } from '../../../platform/http/request-headers.ts';
import { buildPaging } from '../../../platform/http/paging.ts';

const access = 'signed-in';
const config = { access, limit: 'moduleChanges' } as const;
const tags = ['modules'];

type ModuleRequest = FastifyRequest & { params: { id: string } };

const getTarget = (request: ModuleRequest): OwnModuleTarget => ({
  idOrSlug: request.params.id,
  callerId: requireCaller(request).user.id,
});

/**
 * Registers the upload routes. They return 201 for a new module or version, and 200 for a repeat with the same key or the same
 * bytes.
 */
function uploadRoutes(app: App, deps: Deps): void {
  const { db } = deps;
  const upload = { access, limit: 'moduleUploads' } as const;
  const schema = { tags, consumes: ['multipart/form-data'], response: { 200: moduleResponse, 201: moduleResponse } };

  app.post(
    '/modules',
    { config: upload, preParsing: multipartOnly('module'), schema: { ...schema, form: MODULE_PARTS } },
    async (request, reply) => {
      const { id: authorId } = requireCaller(request).user;
      const { id, isNew } = await receiveForm(deps, request, reply, createModuleForm(deps), async (form) => {
        const received = validateModule(form);
        const reviewed = await reviewArchive(deps, form.sender, received.archive);
        const module = { ...received, ...reviewed, authorId, requestKey: idempotencyKey(request) };
        return db.transaction((tx) => storeModule(tx, module));
      });
      reply.code(isNew ? 201 : 200);
      return { module: await readModule(deps, id, authorId) };
    },
  );

  const version = {
    config: upload,
    preParsing: multipartOnly('version'),
    schema: { ...schema, params: moduleParams, form: VERSION_PARTS },
  };
  app.post('/modules/:id/versions', version, async (request, reply) => {
    const target = getTarget(request);
    const id = await findOwnModuleId(db, target).catch((error: unknown) => {
      drainRequest(request);
      throw error;
    });
    const { isNew } = await receiveForm(deps, request, reply, VERSION_FORM, async (form) => {
      const received = validateVersion(form);
      const reviewed = await reviewArchive(deps, form.sender, received.archive);
      const newVersion = { ...received, ...reviewed };
      return db.transaction((tx) => storeVersion(tx, deps.jobs.add, target, newVersion));
    });
    reply.code(isNew ? 201 : 200);
    return { module: await readModule(deps, id, target.callerId) };
  });
}

function ownRoutes(app: App, deps: Deps): void {
  const { db } = deps;
  const querystring = yup.object(pagingFields(PAGE_SIZES.modules));
  const listed = { tags, querystring, response: { 200: ownModulesResponse } };
  app.get('/modules/own', { config: { access }, schema: listed }, async (request) => {
    const { id, showsEmail } = requireCaller(request).user;
    const { modules, total } = await listOwnModules(deps, id, request.query);
    return { modules, earnings: await getEarnings(db, id), showsEmail, ...buildPaging(request.query, total) };
  });

  // Whether the user's modules show their email address (product 2.32); off by default.
  const schema = { tags, body: moduleContactRules, response: { 200: doneResponse } };
  app.put('/modules/own/contact', { config, schema }, async (request) => {
    const { id } = requireCaller(request).user;
    const { showsEmail } = request.body;
    await db.update(users).set({ showsEmail }).where(eq(users.id, id));
    return {};
  });
}

const uploadParams = yup.object({ key: yup.string().required() });
const versionParams = moduleParams.shape({ version: yup.string().required().max(20) });

function changeRoutes(app: App, deps: Deps): void {
  const { db } = deps;
  const schema = { tags, params: moduleParams, response: { 200: moduleResponse } };
  const change = async (request: ModuleRequest, work: (tx: Tx, target: OwnModuleTarget) => Promise<string>) => {
    const target = getTarget(request);
    const id = await db.transaction((tx) => work(tx, target));
    return { module: await readModule(deps, id, target.callerId) };
  };

  const edit = { config, bodyLimit: LONG_BODY_LIMITS.documentation, schema: { ...schema, body: moduleFieldsRules } };
  app.put('/modules/:id', edit, (request) => change(request, (tx, target) => updateModule(tx, target, request.body)));

  app.put('/modules/:id/status', { config, schema: { ...schema, body: moduleStatusRules } }, (request) =>
    change(request, (tx, target) => setStatus(tx, target, request.body.status)),
  );

  const confirmation = { config, schema: { ...schema, params: versionParams } };
  app.put('/modules/:id/versions/:version/no-secret', confirmation, (request) =>
    change(request, (tx, target) => confirmNoSecret(tx, deps, target, request.params.version)),
  );

  app.delete('/modules/:id', { config, schema: { ...schema, response: { 200: doneResponse } } }, async (request) => {
    const target = getTarget(request);
    await db.transaction((tx) => deleteModule(tx, target));
    return {};
  });

  // Cancels an upload by its Idempotency-Key, and deletes the module that it created. Idempotent.
  const cancellation = { config, schema: { tags, params: uploadParams, response: { 200: doneResponse } } };
  app.delete('/modules/uploads/:key', cancellation, async (request) => {
    const { id: callerId } = requireCaller(request).user;
    const createdId = await db.transaction((tx) => cancelUpload(tx, callerId, request.params.key));
    // A failed deletion must not undo the cancellation (product 10.11).
    if (createdId !== undefined) await db.transaction((tx) => deleteModule(tx, { idOrSlug: createdId, callerId }));
    return {};
  });
}

export const publishingFeature: Feature<Deps> = async (app, deps) => {
  // The fields have their own error for large files.
  await app.register(multipart, { throwFileSizeLimit: false });
  deps.jobs.hourly('abandoned files of modules', () => deleteAbandonedUploads(deps, INCOMING_MODULES));
  deps.jobs.handle(notifyOwnersJob, ({ versionId }, { transactAndComplete }) =>
    transactAndComplete((tx, events) => notifyOwners(tx, events, versionId)),
  );
  deps.jobs.hourly('keys of cancelled uploads', () => deleteCancelledUploads(deps.db));
  uploadRoutes(app, deps);
  ownRoutes(app, deps);
  changeRoutes(app, deps);
};
