import type { BLOCK_MESSAGES } from '../features/accounts/blocks/policy.ts';
import {
  requestAgreement,
  getAgreement,
  goodChange,
  goodDelivery,
  goodView,
  setStatus,
  createActiveAgreement,
} from './agreements.ts';
import type { ActiveAgreement } from './agreements.ts';
import { addProblem, getBid, goodBid, placeBid, putBid } from './bids.ts';
import { getMessage, postConversation, createConversation, send } from './chat.ts';
import { createDiscussionClient } from './discussion.ts';
import type { TestCaller } from './factories.ts';
import { buildModule, buildPurchase } from './modules.ts';
import { goodProblem } from './problems.ts';
import { postReview } from './solved-problems.ts';
import { getField } from './get-field.ts';
import type { TestApp, TestResponse } from './test-app.ts';

/**
 * Effect of a block on an action (decision 0085): rejected with a message, done without a notification, done with a notification, or
 * done because it never notifies anyone.
 */
export type BlockEffect = keyof typeof BLOCK_MESSAGES | 'unnoticed' | 'notifies' | 'possible';

interface People {
  test: TestApp;
  seeker: TestCaller;
  solver: TestCaller;
}

interface PreparedAction {
  actor: TestCaller;
  other: TestCaller;
  act: () => Promise<TestResponse>;
}

type Prepare = (people: People) => Promise<PreparedAction>;

type Side = 'seeker' | 'solver';

const by = (side: Side, people: People, act: PreparedAction['act']): PreparedAction => ({
  actor: people[side],
  other: people[side === 'seeker' ? 'solver' : 'seeker'],
  act,
});

/** @param before actions that `call` depends on */
const underAgreement =
  (
    side: Side,
    call: string,
    payload?: object,
    before: (its: ActiveAgreement, test: TestApp) => unknown = () => undefined,
  ): Prepare =>
  async ({ test }) => {
    const its = await createActiveAgreement(test);
    await before(its, test);
    const act = () => requestAgreement(test, its[side], its.id, call, payload);
    return by(side, { test, ...its }, act);
  };

const deliver = ({ solver, id }: ActiveAgreement, test: TestApp) =>
  requestAgreement(test, solver, id, 'PUT deliver', goodDelivery);
const solve = ({ seeker, problemId }: ActiveAgreement, test: TestApp) => setStatus(test, seeker, problemId, 'solved');
const openDispute = ({ solver, id }: ActiveAgreement, test: TestApp) =>
  requestAgreement(test, solver, id, 'POST dispute', goodView);

const sendMessage = async ({ test, seeker, solver }: People) => {
  const { id: conversationId } = await createConversation(test, null, { seeker, solver });
  return { conversationId, id: getMessage(await send(test, solver, { conversationId }))._id };
};

const addBid = async ({ test, seeker, solver }: People) =>
  getBid(await placeBid(test, solver, (await addProblem(test, seeker)).id))._id;

async function addQuestion({ test, seeker, solver }: People) {
  const { id: problemId } = await addProblem(test, seeker);
  const discussion = createDiscussionClient(test, problemId);
  return { discussion, id: (await discussion.addComment(solver, 'Which version?'))._id };
}

async function createBoughtModule({ test, seeker, solver }: People) {
  const { id } = await buildModule(test, solver, { priceCents: 1900 });
  await buildPurchase(test, id, seeker);
  return {
    id,
    review: () => test.request('POST', `/api/modules/${id}/reviews`, { as: seeker, payload: { rating: 5, text: 'Fine.' } }),
  };
}

type Message = Awaited<ReturnType<typeof sendMessage>>;

const onMessage =
  (side: Side, act: (message: Message, people: People) => Promise<TestResponse>): Prepare =>
  async (its) => {
    const message = await sendMessage(its);
    return by(side, its, () => act(message, its));
  };

const onProblem =
  (side: Side, act: (id: string, people: People) => Promise<TestResponse>): Prepare =>
  async (its) => {
    const { id } = await addProblem(its.test, its.seeker);
    return by(side, its, () => act(id, its));
  };

const reaction = (method: 'PUT' | 'DELETE') => async (its: People) => {
  const { id } = await sendMessage(its);
  const react = (which: 'PUT' | 'DELETE') =>
    its.test.request(which, `/api/chat/messages/${id}/reactions/${encodeURIComponent('👍')}`, { as: its.seeker });
  if (method === 'DELETE') await react('PUT');
  return by('seeker', its, () => react(method));
};

const onBid =
  (side: Side, what: string, payload?: object): Prepare =>
  async (its) => {
    const id = await addBid(its);
    return by(side, its, () => putBid(its.test, its[side], id, what, payload));
  };

async function createProblemWithBid({ test, seeker, solver }: People) {
  const { id } = await addProblem(test, seeker);
  const edit = (given: object = {}) =>
    test.request('PUT', `/api/problems/${id}`, { as: seeker, payload: { ...goodProblem, ...given } });
  await edit();
  const { _id: bidId } = getBid(await placeBid(test, solver, id));
  return { edit, bidId };
}

const onEdit =
  (changes: object): Prepare =>
  async (its) => {
    const { edit } = await createProblemWithBid(its);
    return by('seeker', its, () => edit(changes));
  };

const onQuestion =
  (side: Side, method: 'PUT' | 'DELETE', path: string, payload?: object): Prepare =>
  async (its) => {
    const { id } = await addQuestion(its);
    const act = () => its.test.request(method, `/api/comments/${id}${path}`, { as: its[side], ...(payload && { payload }) });
    return by(side, its, act);
  };

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
  [
    'PUT /api/chat/messages/{id}',
    'write',
    onMessage('solver', ({ id }, { test, solver }) =>
      test.request('PUT', `/api/chat/messages/${id}`, { as: solver, payload: { content: 'After' } }),
    ),
  ],
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
  ['POST /api/agreements/{id}/revisions', 'notifies', underAgreement('seeker', 'POST revisions', { text: 'More' }, deliver)],
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
