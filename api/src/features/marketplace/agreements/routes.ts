import { deliverRules, disputeRules, proposeChangeRules } from '@solvent/contracts/rules';
import { answerChangeRules, proposePartingRules } from '@solvent/contracts/rules/actions';
import { agreementsQueryRules } from '@solvent/contracts/rules/queries';
import { agreementResponse, agreementsResponse } from '@solvent/contracts/schemas';
import type { AgreementResponse } from '@solvent/contracts';
import type { FastifyRequest } from 'fastify';
import { requireCaller } from '../../accounts/index.ts';
import type { Deps } from '../deps.ts';
import type { App, Feature } from '../../../platform/http/app.ts';
import { answerChange, proposeChange, proposeParting } from './agreement-changes.ts';
import type { AgreementRequest } from './action-checks.ts';
import { confirmPayment, deliver, markPaid, remindOfPayments } from './lifecycle.ts';
import { callOffDispute, openDispute, writeView } from './disputes.ts';
import { presentAgreement, findAgreement, listAgreements } from './queries.ts';
import { notFound } from '../../../platform/errors/app-error.ts';
import { buildPaging } from '../../../platform/http/paging.ts';
import { idParams, uuidParam } from '../../../platform/http/params.ts';

const access = 'signed-in' as const;
const tags = ['agreements'];
const schema = { tags, params: idParams, response: { 200: agreementResponse } };
const createSchema = { tags, params: idParams, response: { 201: agreementResponse } };

const fetchResponse = async ({ db, fileLinks }: Deps, { id, callerId }: AgreementRequest): Promise<AgreementResponse> => {
  const found = await findAgreement(db, id, callerId);
  if (found === undefined) throw notFound('This agreement');
  return { agreement: presentAgreement(found, fileLinks.linkTo) };
};

function readRoutes(app: App, deps: Deps): void {
  const { db, fileLinks } = deps;
  app.get(
    '/agreements',
    { config: { access }, schema: { tags, querystring: agreementsQueryRules, response: { 200: agreementsResponse } } },
    async (request) => {
      const { found, total } = await listAgreements(db, requireCaller(request).user.id, request.query);
      const agreements = found.map((agreement) => presentAgreement(agreement, fileLinks.linkTo));
      return { agreements, ...buildPaging(request.query, total) };
    },
  );
  app.get('/agreements/:id', { config: { access }, schema }, async (request) =>
    fetchResponse(deps, { id: request.params.id, callerId: requireCaller(request).user.id }),
  );
}

async function change(
  deps: Deps,
  request: FastifyRequest,
  { id }: { id: string },
  apply: (request: AgreementRequest) => Promise<void>,
): Promise<AgreementResponse> {
  const agreementRequest = { id, callerId: requireCaller(request).user.id };
  await apply(agreementRequest);
  return fetchResponse(deps, agreementRequest);
}

// Access depends on being a party, not on the caller's current role.
const config = { access, limit: 'agreements' } as const;

function lifecycleRoutes(app: App, deps: Deps): void {
  app.put('/agreements/:id/deliver', { config, schema: { ...schema, body: deliverRules } }, (request) =>
    change(deps, request, request.params, (agreement) => deliver(deps, agreement, request.body)),
  );
  app.put('/agreements/:id/paid', { config, schema }, (request) =>
    change(deps, request, request.params, (agreement) => markPaid(deps, agreement)),
  );
  app.put('/agreements/:id/received', { config, schema }, (request) =>
    change(deps, request, request.params, (agreement) => confirmPayment(deps, agreement)),
  );
}

const changeParams = idParams.shape({ changeId: uuidParam });

function changeRoutes(app: App, deps: Deps): void {
  app.post(
    '/agreements/:id/changes',
    { config, schema: { ...createSchema, body: proposeChangeRules } },
    async (request, reply) => {
      const response = await change(deps, request, request.params, (agreement) => proposeChange(deps, agreement, request.body));
      reply.code(201);
      return response;
    },
  );
  app.post(
    '/agreements/:id/parting',
    { config, schema: { ...createSchema, body: proposePartingRules } },
    async (request, reply) => {
      const { note = '' } = request.body;
      const response = await change(deps, request, request.params, (agreement) => proposeParting(deps, agreement, note));
      reply.code(201);
      return response;
    },
  );
  app.put(
    '/agreements/:id/changes/:changeId',
    { config, schema: { ...schema, params: changeParams, body: answerChangeRules } },
    (request) => {
      const { changeId } = request.params;
      const { answer } = request.body;
      return change(deps, request, request.params, (agreement) => answerChange(deps, { ...agreement, changeId, answer }));
    },
  );
}

function disputeRoutes(app: App, deps: Deps): void {
  const disputeConfig = { access, limit: 'disputes' } as const;
  app.post(
    '/agreements/:id/dispute',
    { config: disputeConfig, schema: { ...createSchema, body: disputeRules } },
    async (request, reply) => {
      const response = await change(deps, request, request.params, (agreement) =>
        openDispute(deps, agreement, request.body.view),
      );
      reply.code(201);
      return response;
    },
  );
  app.put('/agreements/:id/dispute', { config: disputeConfig, schema: { ...schema, body: disputeRules } }, (request) =>
    change(deps, request, request.params, (agreement) => writeView(deps, agreement, request.body.view)),
  );
  app.delete('/agreements/:id/dispute', { config: disputeConfig, schema }, (request) =>
    change(deps, request, request.params, (agreement) => callOffDispute(deps, agreement)),
  );
}

/** Agreements between seeker and solver (product 4.22 and 7.15). */
export const agreementsFeature: Feature<Deps> = (app, deps) => {
  deps.jobs.hourly('reminders of payments', () => remindOfPayments(deps));
  readRoutes(app, deps);
  lifecycleRoutes(app, deps);
  changeRoutes(app, deps);
  disputeRoutes(app, deps);
};
