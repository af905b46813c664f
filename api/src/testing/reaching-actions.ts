import {
  requestAgreement,
  getAgreement,
  goodChange,
  goodDelivery,
  goodView,
  setStatus,
  createActiveAgreement,
} from './agreements.ts';
import { TEST_PASSWORD } from './factories.ts';
import { addProblem, goodBid, placeBid, putBid } from './bids.ts';
import { postConversation, send } from './chat.ts';
import { createDiscussionClient } from './discussion.ts';
import { buildModule } from './modules.ts';
import { postReview } from './solved-problems.ts';
import { getField } from './get-field.ts';
import {
  by,
  underAgreement,
  deliver,
  solve,
  openDispute,
  addQuestion,
  createBoughtModule,
  onMessage,
  onProblem,
  changeMessage,
  reaction,
  onBid,
  createProblemWithBid,
  onEdit,
  onQuestion,
} from './prepare-reaching-actions.ts';
import type { BlockEffect, Prepare } from './prepare-reaching-actions.ts';

/** Every route by which one person reaches another, with the effect of a block. */
export const REACHING_ACTIONS: [route: string, meaning: BlockEffect, prepare: Prepare][] = [
  [
    'POST /api/chat/conversations',
    'write',
    async (its) => by('seeker', its, () => postConversation(its.test, its.seeker, { userId: its.solver.user.id })),
  ],
  [
    'POST /api/chat/messages',
    'write',
    onMessage('solver', ({ conversationId }, { test, solver }) => send(test, solver, { conversationId })),
  ],
  ['PUT /api/chat/messages/{id}', 'write', changeMessage('PUT', { content: 'After' })],
  ['DELETE /api/chat/messages/{id}', 'possible', changeMessage('DELETE')],
  ['PUT /api/chat/messages/{id}/reactions/{emoji}', 'write', reaction('PUT')],
  ['DELETE /api/chat/messages/{id}/reactions/{emoji}', 'possible', reaction('DELETE')],
  [
    'PUT /api/chat/conversations/{id}/read',
    'possible',
    onMessage('seeker', ({ conversationId }, { test, seeker }) =>
      test.request('PUT', `/api/chat/conversations/${conversationId}/read`, { as: seeker, payload: {} }),
    ),
  ],
  [
    'POST /api/problems/{id}/comments',
    'comment',
    onProblem('solver', (id, { test, solver }) => createDiscussionClient(test, id).post(solver, { content: 'Which version?' })),
  ],
  [
    'POST /api/problems/{id}/comments: an answer under an own problem',
    'unnoticed',
    async (its) => {
      const { discussion, id: parentId } = await addQuestion(its);
      return by('seeker', its, () => discussion.post(its.seeker, { content: 'The last one.', parentId }));
    },
  ],
  [
    'POST /api/problems/{id}/comments: an answer under the problem of a third person',
    'unnoticed',
    async (its) => {
      const discussion = createDiscussionClient(its.test, (await addProblem(its.test, await its.test.signedIn('seeker'))).id);
      const { _id: parentId } = await discussion.addComment(its.seeker, 'Which version?');
      return by('solver', its, () => discussion.post(its.solver, { content: 'The last one.', parentId }));
    },
  ],
  ['PUT /api/comments/{id}', 'comment', onQuestion('solver', 'PUT', '', { content: 'Which one?' })],
  ['DELETE /api/comments/{id}', 'possible', onQuestion('solver', 'DELETE', '')],
  ['PUT /api/comments/{id}/pin', 'possible', onQuestion('seeker', 'PUT', '/pin', { pinned: true })],
  ['PUT /api/problems/{id}: a lower budget', 'unnoticed', onEdit({ budget: 40 })],
  ['PUT /api/problems/{id}: other texts', 'unnoticed', onEdit({ title: 'Slow queries after an upgrade of the database' })],
  [
    'DELETE /api/problems/{id}: of a problem that the other one saved',
    'unnoticed',
    async (its) => {
      const { id } = await addProblem(its.test, its.seeker);
      await its.test.request('PUT', `/api/problems/${id}/save`, { as: its.solver });
      return by('seeker', its, () => its.test.request('DELETE', `/api/problems/${id}`, { as: its.seeker }));
    },
  ],
  ['POST /api/bids', 'bid', onProblem('solver', (id, { test, solver }) => placeBid(test, solver, id))],
  ['PUT /api/bids/{id}', 'bid', onBid('solver', '', { ...goodBid, amount: goodBid.amount + 1 })],
  [
    'PUT /api/bids/{id}/confirm',
    'bid',
    async (its) => {
      const { edit, bidId } = await createProblemWithBid(its);
      await edit({ title: 'Slow queries after an upgrade of the database' });
      const { body } = await its.test.request('GET', `/api/bids/${bidId}/comparison`, { as: its.solver });
      const { changedAt } = body as { changedAt?: string };
      return by('solver', its, () => putBid(its.test, its.solver, bidId, 'confirm', { changedAt }));
    },
  ],
  ['PUT /api/bids/{id}/withdraw', 'possible', onBid('solver', 'withdraw')],
  ['PUT /api/bids/{id}/accept', 'accept', onBid('seeker', 'accept')],
  ['PUT /api/bids/{id}/reject', 'notifies', onBid('seeker', 'reject', {})],
  ['PUT /api/bids/{id}/reject: with a reason', 'write', onBid('seeker', 'reject', { reason: 'Too expensive' })],
  [
    'POST /api/problems/{id}/invitations',
    'invite',
    onProblem('seeker', (id, { test, seeker, solver }) =>
      test.request('POST', `/api/problems/${id}/invitations`, { as: seeker, payload: { solverId: solver.user.id } }),
    ),
  ],
  ['PUT /api/agreements/{id}/deliver', 'notifies', underAgreement('solver', 'PUT deliver', goodDelivery)],
  [
    'POST /api/agreements/{id}/revisions',
    'notifies',
    underAgreement('seeker', 'POST revisions', { text: 'Please add a test.' }, deliver),
  ],
  [
    'PUT /api/payment-details',
    'notifies',
    async ({ test }) => {
      const { solver, seeker } = await createActiveAgreement(test);
      const payload = { text: 'By transfer, please.', password: TEST_PASSWORD };
      return { actor: solver, other: seeker, act: () => test.request('PUT', '/api/payment-details', { as: solver, payload }) };
    },
  ],
  ['POST /api/agreements/{id}/changes', 'notifies', underAgreement('solver', 'POST changes', goodChange)],
  ['POST /api/agreements/{id}/parting', 'notifies', underAgreement('solver', 'POST parting', {}, deliver)],
  [
    'PUT /api/agreements/{id}/changes/{changeId}',
    'notifies',
    async ({ test }) => {
      const its = await createActiveAgreement(test);
      const { changes } = getAgreement(await requestAgreement(test, its.solver, its.id, 'POST changes', goodChange));
      const call = `PUT changes/${changes[0]?._id}`;
      return by('seeker', { test, ...its }, () => requestAgreement(test, its.seeker, its.id, call, { answer: 'agree' }));
    },
  ],
  ['PUT /api/agreements/{id}/paid', 'notifies', underAgreement('seeker', 'PUT paid', undefined, solve)],
  [
    'PUT /api/agreements/{id}/received',
    'notifies',
    underAgreement('solver', 'PUT received', undefined, async (its, test) => {
      await solve(its, test);
      await requestAgreement(test, its.seeker, its.id, 'PUT paid');
    }),
  ],
  ['POST /api/agreements/{id}/dispute', 'notifies', underAgreement('solver', 'POST dispute', goodView)],
  ['PUT /api/agreements/{id}/dispute', 'possible', underAgreement('seeker', 'PUT dispute', goodView, openDispute)],
  ['DELETE /api/agreements/{id}/dispute', 'notifies', underAgreement('solver', 'DELETE dispute', undefined, openDispute)],
  [
    'PUT /api/problems/{id}/status',
    'notifies',
    async ({ test }) => {
      const its = await createActiveAgreement(test);
      return by('solver', { test, ...its }, () => setStatus(test, its.solver, its.problemId, 'open', 'I am ill.'));
    },
  ],
  [
    'POST /api/problems/{id}/reviews',
    'notifies',
    async ({ test }) => {
      const its = await createActiveAgreement(test);
      await solve(its, test);
      return by('seeker', { test, ...its }, () => postReview(test, its, its.seeker));
    },
  ],
  [
    'POST /api/modules/{id}/purchase',
    'notifies',
    async (its) => {
      const { id } = await buildModule(its.test, its.solver, { priceCents: 1900 });
      const payload = { license: 'standard' };
      return by('seeker', its, () => its.test.request('POST', `/api/modules/${id}/purchase`, { as: its.seeker, payload }));
    },
  ],
  ['POST /api/modules/{id}/reviews', 'unnoticed', async (its) => by('seeker', its, (await createBoughtModule(its)).review)],
  [
    'PUT /api/modules/{id}/reviews/{reviewId}/answer',
    'possible',
    async (its) => {
      const { id, review } = await createBoughtModule(its);
      const { id: reviewId } = getField(await review(), 'review');
      const url = `/api/modules/${id}/reviews/${reviewId}/answer`;
      return by('solver', its, () => its.test.request('PUT', url, { as: its.solver, payload: { text: 'Thanks.' } }));
    },
  ],
];
