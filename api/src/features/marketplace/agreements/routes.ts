import { deliverRules, disputeRules, markPaidRules, proposeChangeRules, requestChangesRules } from '@solvent/contracts/rules';
import { answerChangeRules, proposePartingRules } from '@solvent/contracts/rules/actions';
import { agreementsQueryRules } from '@solvent/contracts/rules/queries';
import { agreementResponse, agreementsResponse } from '@solvent/contracts/schemas';
import type { AgreementResponse } from '@solvent/contracts';
import type { AnyObjectSchema, InferType } from 'yup';
import { requireCaller } from '../../accounts/index.ts';
import type { Deps } from '../deps.ts';
import type { Feature } from '../../../platform/http/app.ts';
import { assertAgreementAction } from './action-checks.ts';
import type { AgreementAction } from './action-checks.ts';
import { callOffDispute, openDispute, writeView } from './disputes.ts';
import {
  answerChange,
  confirmPayment,
  deliver,
  markPaid,
  proposeChange,
  proposeParting,
  remindOfPayments,
  requestChanges,
} from './lifecycle.ts';
import { changeAgreement } from './locking.ts';
import type { OwnAgreement } from './locking.ts';
import { presentAgreement, findAgreement, listAgreements } from './queries.ts';
import type { Tx } from '../../../platform/db/connect.ts';
import { notFound } from '../../../platform/errors/app-error.ts';
import { buildPaging } from '../../../platform/http/paging.ts';
import { idParams, uuidParam } from '../../../platform/http/params.ts';
import type { Events } from '../../../platform/outbox/outbox.ts';

/** Agreements between seeker and solver (product 4.22 and 7.15). */
export const agreementsFeature: Feature<Deps> = (app, deps) => {
  const { db, fileLinks, transact } = deps;
  // Access depends on being a party, not on the caller's current role.
  const access = 'signed-in';
  const tags = ['agreements'];
  const fetchResponse = async (id: string, callerId: string): Promise<AgreementResponse> => {
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
  app.get('/agreements/:id', { config: { access }, schema }, (request) =>
    fetchResponse(request.params.id, requireCaller(request).user.id),
  );

  const addRoute = <Rules extends AnyObjectSchema>(
    [method, path]: ['DELETE' | 'POST' | 'PUT', string],
    action: AgreementAction,
    rules: Rules | undefined,
    change: (tx: Tx, events: Events, own: OwnAgreement, body: InferType<Rules>) => Promise<void>,
    limit: 'agreements' | 'disputes' = 'agreements',
  ): void => {
    const status = method === 'POST' ? 201 : 200;
    app.route({
      method,
      url: `/agreements/:id/${path}`,
      config: { access, limit },
      schema: { tags, params: idParams, ...(rules && { body: rules }), response: { [status]: agreementResponse } },
      async handler(request, reply) {
        const [{ id }, callerId] = [request.params, requireCaller(request).user.id];
        // The body is validated by the rules.
        const body = request.body as InferType<Rules>;
        await changeAgreement(transact, id, callerId, async (tx, events, own) => {
          await assertAgreementAction(tx, own, action);
          await change(tx, events, own, body);
        });
        reply.code(status);
        return fetchResponse(id, callerId);
      },
    });
  };
  addRoute(['PUT', 'deliver'], 'deliver', deliverRules, deliver);
  addRoute(['POST', 'revisions'], 'requestChanges', requestChangesRules, requestChanges);
  addRoute(['PUT', 'paid'], 'markPaid', markPaidRules.partial(), markPaid);
  addRoute(['PUT', 'received'], 'confirmPayment', undefined, confirmPayment);
  addRoute(['POST', 'changes'], 'propose', proposeChangeRules, proposeChange);
  addRoute(['POST', 'parting'], 'propose', proposePartingRules, proposeParting);
  addRoute(['POST', 'dispute'], 'openDispute', disputeRules, openDispute, 'disputes');
  addRoute(['PUT', 'dispute'], 'writeView', disputeRules, writeView, 'disputes');
  addRoute(['DELETE', 'dispute'], 'callOffDispute', undefined, callOffDispute, 'disputes');

  const changeParams = idParams.shape({ changeId: uuidParam });
  app.put(
    '/agreements/:id/changes/:changeId',
    { config: { access, limit: 'agreements' }, schema: { ...schema, params: changeParams, body: answerChangeRules } },
    async (request) => {
      const [{ id, changeId }, callerId] = [request.params, requireCaller(request).user.id];
      const { answer } = request.body;
      await changeAgreement(transact, id, callerId, (tx, events, own) => answerChange(tx, events, own, changeId, answer));
      return fetchResponse(id, callerId);
    },
  );
};
