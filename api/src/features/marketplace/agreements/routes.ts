import { deliverRules, disputeRules, proposeChangeRules } from '@solvent/contracts/rules';
import { answerChangeRules, proposePartingRules } from '@solvent/contracts/rules/actions';
import { agreementsQueryRules } from '@solvent/contracts/rules/queries';
import type { AgreementResponse } from '@solvent/contracts';
import type { FastifyRequest } from 'fastify';
import { requireCaller } from '../../../access.ts';
import type { Deps } from '../../../deps.ts';
import type { Feature } from '../../../feature.ts';
import type { App } from '../../../platform/http/app.ts';
import { answerChange, proposeChange, proposeParting } from './agreement-changes.ts';
import { deliver } from './lifecycle.ts';
import { callOffDispute, openDispute, writeView } from './disputes.ts';
import { sayPaid, sayReceived } from './payments.ts';
import { agreementAnswer, agreementsAnswer, presentAgreement } from './presenter.ts';
import { findAgreement, listAgreements } from './queries.ts';
import { remindOfPayments } from './reminders.ts';
import { notFound } from '../../../platform/errors/app-error.ts';
import { buildPaging } from '../../../platform/http/paging.ts';
import { idParams, uuidParam } from '../../../platform/http/params.ts';

const access = 'signed-in' as const;
const tags = ['agreements'];
const changed = { tags, params: idParams, response: { 200: agreementAnswer } };

/** The agreement as it is now, for who just asked about it, or changed it. */
async function answer({ db, fileLinks }: Deps, id: string, personId: string): Promise<AgreementResponse> {
  const found = await findAgreement(db, id, personId);
  if (found === undefined) throw notFound('This agreement');
  return { agreement: presentAgreement(found, fileLinks.linkTo) };
}

function readRoutes(app: App, deps: Deps): void {
  const { db, fileLinks } = deps;
  app.get(
    '/agreements',
    { config: { access }, schema: { tags, querystring: agreementsQueryRules, response: { 200: agreementsAnswer } } },
    async (request) => {
      const { found, total } = await listAgreements(db, requireCaller(request).user.id, request.query);
      const agreements = found.map((one) => presentAgreement(one, fileLinks.linkTo));
      return { agreements, ...buildPaging(request.query, total) };
    },
  );
  app.get('/agreements/:id', { config: { access }, schema: changed }, async (request) =>
    answer(deps, request.params.id, requireCaller(request).user.id),
  );
}

/** Which agreement, and who asks. */
interface Asking {
  id: string;
  callerId: string;
}

/** Does what is asked for; answers the agreement as it is then. */
async function change(
  deps: Deps,
  request: FastifyRequest,
  { id }: { id: string },
  work: (asking: Asking) => Promise<void>,
): Promise<AgreementResponse> {
  const asking = { id, callerId: requireCaller(request).user.id };
  await work(asking);
  return answer(deps, asking.id, asking.callerId);
}

/** Whose agreement it is decides, not the role that the person has just now. */
const config = { access, limit: 'agreements' } as const;

function courseRoutes(app: App, deps: Deps): void {
  app.put('/agreements/:id/deliver', { config, schema: { ...changed, body: deliverRules } }, (request) =>
    change(deps, request, request.params, (asking) => deliver(deps, { ...asking, body: request.body })),
  );
  app.put('/agreements/:id/paid', { config, schema: changed }, (request) =>
    change(deps, request, request.params, (asking) => sayPaid(deps, asking)),
  );
  app.put('/agreements/:id/received', { config, schema: changed }, (request) =>
    change(deps, request, request.params, (asking) => sayReceived(deps, asking)),
  );
}

const changeParams = idParams.shape({ changeId: uuidParam });

function changeRoutes(app: App, deps: Deps): void {
  app.post(
    '/agreements/:id/changes',
    { config, schema: { tags, params: idParams, body: proposeChangeRules, response: { 201: agreementAnswer } } },
    async (request, reply) => {
      const proposed = await change(deps, request, request.params, (asking) =>
        proposeChange(deps, { ...asking, body: request.body }),
      );
      reply.code(201);
      return proposed;
    },
  );
  app.post(
    '/agreements/:id/parting',
    { config, schema: { tags, params: idParams, body: proposePartingRules, response: { 201: agreementAnswer } } },
    async (request, reply) => {
      const { note = '' } = request.body;
      const proposed = await change(deps, request, request.params, (asking) => proposeParting(deps, asking, note));
      reply.code(201);
      return proposed;
    },
  );
  app.put(
    '/agreements/:id/changes/:changeId',
    { config, schema: { ...changed, params: changeParams, body: answerChangeRules } },
    (request) => {
      const { params, body } = request;
      return change(deps, request, params, (asking) =>
        answerChange(deps, { ...asking, changeId: params.changeId, answer: body.answer }),
      );
    },
  );
}

function disputeRoutes(app: App, deps: Deps): void {
  const disputes = { access, limit: 'disputes' } as const;
  app.post(
    '/agreements/:id/dispute',
    { config: disputes, schema: { tags, params: idParams, body: disputeRules, response: { 201: agreementAnswer } } },
    async (request, reply) => {
      const opened = await change(deps, request, request.params, (asking) => openDispute(deps, asking, request.body.view));
      reply.code(201);
      return opened;
    },
  );
  app.put('/agreements/:id/dispute', { config: disputes, schema: { ...changed, body: disputeRules } }, (request) =>
    change(deps, request, request.params, (asking) => writeView(deps, asking, request.body.view)),
  );
  app.delete('/agreements/:id/dispute', { config: disputes, schema: changed }, (request) =>
    change(deps, request, request.params, (asking) => callOffDispute(deps, asking)),
  );
}

/** Agreements (product 4.22 and 7.15): from the accepted bid to the payment, for the two alone. */
export const agreementsFeature: Feature = (app, deps) => {
  deps.jobs.hourly('reminders of payments', () => remindOfPayments(deps));
  readRoutes(app, deps);
  courseRoutes(app, deps);
  changeRoutes(app, deps);
  disputeRoutes(app, deps);
};
