import { deliverRules, disputeRules, proposeChangeRules } from '@solvent/contracts/rules';
import { answerChangeRules, proposePartingRules } from '@solvent/contracts/rules/actions';
import { agreementsQueryRules } from '@solvent/contracts/rules/queries';
import { agreementResponse, agreementsResponse } from '@solvent/contracts/schemas';
import type { AgreementResponse } from '@solvent/contracts';
import type { FastifyRequest } from 'fastify';
import type { AnyObjectSchema, InferType } from 'yup';
import { requireCaller } from '../../accounts/index.ts';
import type { Deps } from '../deps.ts';
import type { Feature } from '../../../platform/http/app.ts';
import { answerChange, proposeChange, proposeParting } from './agreement-changes.ts';
import type { AgreementRequest } from './action-checks.ts';
import { confirmPayment, deliver, markPaid, remindOfPayments } from './lifecycle.ts';
import { callOffDispute, openDispute, writeView } from './disputes.ts';
import { presentAgreement, findAgreement, listAgreements } from './queries.ts';
import { notFound } from '../../../platform/errors/app-error.ts';
import { buildPaging } from '../../../platform/http/paging.ts';
import { idParams, uuidParam } from '../../../platform/http/params.ts';

/** Agreements between seeker and solver (product 4.22 and 7.15). */
export const agreementsFeature: Feature<Deps> = (app, deps) => {
  const { db, fileLinks } = deps;
  // Access depends on being a party, not on the caller's current role.
  const access = 'signed-in';
  const tags = ['agreements'];
  const getRequest = (request: FastifyRequest, { id }: { id: string }) => ({ id, callerId: requireCaller(request).user.id });
  const fetchResponse = async ({ id, callerId }: AgreementRequest): Promise<AgreementResponse> => {
    const found = await findAgreement(db, id, callerId);
    if (found === undefined) throw notFound('This agreement');
    return { agreement: presentAgreement(found, fileLinks.linkTo) };
  };

  deps.jobs.hourly('reminders of payments', () => remindOfPayments(deps));
  app.get(
    '/agreements',
    { config: { access }, schema: { tags, querystring: agreementsQueryRules, response: { 200: agreementsResponse } } },
    async (request) => {
      const { found, total } = await listAgreements(db, requireCaller(request).user.id, request.query);
      const agreements = found.map((agreement) => presentAgreement(agreement, fileLinks.linkTo));
      return { agreements, ...buildPaging(request.query, total) };
    },
  );
  const schema = { tags, params: idParams, response: { 200: agreementResponse } };
  app.get('/agreements/:id', { config: { access }, schema }, (request) => fetchResponse(getRequest(request, request.params)));

  const addRoute = <Rules extends AnyObjectSchema>(
    [method, path]: ['DELETE' | 'POST' | 'PUT', string],
    rules: Rules | undefined,
    change: (deps: Deps, agreement: AgreementRequest, body: InferType<Rules>) => Promise<void>,
    limit: 'agreements' | 'disputes' = 'agreements',
  ): void => {
    const status = method === 'POST' ? 201 : 200;
    app.route({
      method,
      url: `/agreements/:id/${path}`,
      config: { access, limit },
      schema: { tags, params: idParams, ...(rules && { body: rules }), response: { [status]: agreementResponse } },
      async handler(request, reply) {
        const agreement = getRequest(request, request.params);
        // The body is validated by the rules.
        await change(deps, agreement, request.body as InferType<Rules>);
        reply.code(status);
        return fetchResponse(agreement);
      },
    });
  };
  addRoute(['PUT', 'deliver'], deliverRules, deliver);
  addRoute(['PUT', 'paid'], undefined, markPaid);
  addRoute(['PUT', 'received'], undefined, confirmPayment);
  addRoute(['POST', 'changes'], proposeChangeRules, proposeChange);
  addRoute(['POST', 'parting'], proposePartingRules, (_deps, agreement, { note = '' }) => proposeParting(deps, agreement, note));
  addRoute(['POST', 'dispute'], disputeRules, (_deps, agreement, { view }) => openDispute(deps, agreement, view), 'disputes');
  addRoute(['PUT', 'dispute'], disputeRules, (_deps, agreement, { view }) => writeView(deps, agreement, view), 'disputes');
  addRoute(['DELETE', 'dispute'], undefined, callOffDispute, 'disputes');

  const changeParams = idParams.shape({ changeId: uuidParam });
  app.put(
    '/agreements/:id/changes/:changeId',
    { config: { access, limit: 'agreements' }, schema: { ...schema, params: changeParams, body: answerChangeRules } },
    async (request) => {
      const agreement = getRequest(request, request.params);
      await answerChange(deps, { ...agreement, changeId: request.params.changeId, answer: request.body.answer });
      return fetchResponse(agreement);
    },
  );
};
