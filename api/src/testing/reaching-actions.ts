import type { ModuleReview } from '@solvent/contracts';
import type { BLOCK_MESSAGES } from '../features/accounts/blocks/policy.ts';
import {
  requestAgreement as inAgreement,
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
import type { TestResponse, TestApp } from './test-app.ts';

/**
 * What a block means for an action (decision 0085): it is refused with two texts, done without notifying the other person, done and
 * notified all the same, or done although it notifies no one.
 */
export type BlockEffect = keyof typeof BLOCK_MESSAGES | 'unnoticed' | 'notifies' | 'possible';

/** The people of an action. */
interface People {
  test: TestApp;
  seeker: TestCaller;
  solver: TestCaller;
}

/** An action of `actor` towards `other`, ready to be done. */
interface Prepared {
  actor: TestCaller;
  other: TestCaller;
  act: () => Promise<TestResponse>;
}

type Prepare = (people: People) => Promise<Prepared>;

const bySolver = ({ seeker, solver }: People, act: Prepared['act']): Prepared => ({ actor: solver, other: seeker, act });
const bySeeker = ({ seeker, solver }: People, act: Prepared['act']): Prepared => ({ actor: seeker, other: solver, act });

/** An action under an agreement, after some others. */
const underAgreement =
  (
    side: 'seeker' | 'solver',
    call: string,
    payload?: object,
    before: (its: ActiveAgreement, test: TestApp) => unknown = () => undefined,
  ): Prepare =>
  async ({ test }) => {
    const its = await createActiveAgreement(test);
    await before(its, test);
    const act = () => inAgreement(test, its[side], its.id, call, payload);
    return (side === 'seeker' ? bySeeker : bySolver)({ test, ...its }, act);
  };

const delivered = ({ solver, id }: ActiveAgreement, test: TestApp) => inAgreement(test, solver, id, 'PUT deliver', goodDelivery);
const solved = ({ seeker, problemId }: ActiveAgreement, test: TestApp) => setStatus(test, seeker, problemId, 'solved');
const disputed = ({ solver, id }: ActiveAgreement, test: TestApp) => inAgreement(test, solver, id, 'POST dispute', goodView);

const message = async ({ test, seeker, solver }: People) => {
  const { id: conversationId } = await createConversation(test, null, { seeker, solver });
  return { conversationId, id: getMessage(await send(test, solver, { conversationId }))._id };
};

const bid = async ({ test, seeker, solver }: People) =>
  getBid(await placeBid(test, solver, (await addProblem(test, seeker)).id))._id;

/** A question of the solver's under a problem of the seeker's. */
async function question({ test, seeker, solver }: People) {
  const { id: problemId } = await addProblem(test, seeker);
  const discussion = createDiscussionClient(test, problemId);
  return { discussion, id: (await discussion.addComment(solver, 'Which version?'))._id };
}

/** A module of the solver's that the seeker bought. */
async function bought({ test, seeker, solver }: People) {
  const { id } = await buildModule(test, solver, { priceCents: 1900 });
  await buildPurchase(test, id, seeker);
  return {
    id,
    review: () => test.request('POST', `/api/modules/${id}/reviews`, { as: seeker, payload: { rating: 5, text: 'Fine.' } }),
  };
}

const reaction = (method: 'PUT' | 'DELETE') => async (its: People) => {
  const { id } = await message(its);
  const react = (which: 'PUT' | 'DELETE') =>
    its.test.request(which, `/api/chat/messages/${id}/reactions/${encodeURIComponent('👍')}`, { as: its.seeker });
  if (method === 'DELETE') await react('PUT');
  return bySeeker(its, () => react(method));
};

const onBid =
  (side: 'seeker' | 'solver', what: string, payload?: object): Prepare =>
  async (its) => {
    const id = await bid(its);
    return (side === 'seeker' ? bySeeker : bySolver)(its, () => putBid(its.test, its[side], id, what, payload));
  };

/** A problem with the texts of `goodProblem`, on which the solver has bid. */
async function knownProblem({ test, seeker, solver }: People) {
  const { id } = await addProblem(test, seeker);
  const edit = (given: object = {}) =>
    test.request('PUT', `/api/problems/${id}`, { as: seeker, payload: { ...goodProblem, ...given } });
  await edit();
  const { _id: bidId } = getBid(await placeBid(test, solver, id));
  return { edit, bidId };
}

const onQuestion =
  (side: 'seeker' | 'solver', method: 'PUT' | 'DELETE', path: string, payload?: object): Prepare =>
  async (its) => {
    const { id } = await question(its);
    const act = () => its.test.request(method, `/api/comments/${id}${path}`, { as: its[side], ...(payload && { payload }) });
    return (side === 'seeker' ? bySeeker : bySolver)(its, act);
  };

/** Every route by which one person reaches another: what a block means for it, and how it is done. */
export const REACHING_ACTIONS: [route: string, meaning: BlockEffect, prepare: Prepare][] = [
  [
    'POST /api/chat/conversations',
    'write',
    async (its) => bySeeker(its, () => postConversation(its.test, its.seeker, { userId: its.solver.user.id })),
  ],
  [
    'POST /api/chat/messages',
    'write',
    async (its) => {
      const { conversationId } = await message(its);
      return bySolver(its, () => send(its.test, its.solver, { conversationId }));
    },
  ],
  [
    'PUT /api/chat/messages/{id}',
    'write',
    async (its) => {
      const { id } = await message(its);
      const payload = { content: 'After' };
      return bySolver(its, () => its.test.request('PUT', `/api/chat/messages/${id}`, { as: its.solver, payload }));
    },
  ],
  ['PUT /api/chat/messages/{id}/reactions/{emoji}', 'write', reaction('PUT')],
  ['DELETE /api/chat/messages/{id}/reactions/{emoji}', 'possible', reaction('DELETE')],
  [
    'PUT /api/chat/conversations/{id}/read',
    'possible',
    async (its) => {
      const { conversationId } = await message(its);
      const url = `/api/chat/conversations/${conversationId}/read`;
      return bySeeker(its, () => its.test.request('PUT', url, { as: its.seeker, payload: {} }));
    },
  ],
  [
    'POST /api/problems/{id}/comments',
    'comment',
    async (its) => {
      const { id } = await addProblem(its.test, its.seeker);
      return bySolver(its, () => createDiscussionClient(its.test, id).post(its.solver, { content: 'Which version?' }));
    },
  ],
  [
    'POST /api/problems/{id}/comments: an answer under an own problem',
    'unnoticed',
    async (its) => {
      const { discussion, id: parentId } = await question(its);
      return bySeeker(its, () => discussion.post(its.seeker, { content: 'The last one.', parentId }));
    },
  ],
  [
    'POST /api/problems/{id}/comments: an answer under the problem of a third person',
    'unnoticed',
    async (its) => {
      const discussion = createDiscussionClient(its.test, (await addProblem(its.test, await its.test.signedIn('seeker'))).id);
      const { _id: parentId } = await discussion.addComment(its.seeker, 'Which version?');
      return bySolver(its, () => discussion.post(its.solver, { content: 'The last one.', parentId }));
    },
  ],
  ['PUT /api/comments/{id}', 'comment', onQuestion('solver', 'PUT', '', { content: 'Which one?' })],
  ['DELETE /api/comments/{id}', 'possible', onQuestion('solver', 'DELETE', '')],
  ['PUT /api/comments/{id}/pin', 'possible', onQuestion('seeker', 'PUT', '/pin', { pinned: true })],
  [
    'PUT /api/problems/{id}: a lower budget',
    'unnoticed',
    async (its) => {
      const { edit } = await knownProblem(its);
      return bySeeker(its, () => edit({ budget: 40 }));
    },
  ],
  [
    'PUT /api/problems/{id}: other texts',
    'unnoticed',
    async (its) => {
      const { edit } = await knownProblem(its);
      return bySeeker(its, () => edit({ title: 'Slow queries after an upgrade of the database' }));
    },
  ],
  [
    'DELETE /api/problems/{id}: of a problem that the other one saved',
    'unnoticed',
    async (its) => {
      const { id } = await addProblem(its.test, its.seeker);
      await its.test.request('PUT', `/api/problems/${id}/save`, { as: its.solver });
      return bySeeker(its, () => its.test.request('DELETE', `/api/problems/${id}`, { as: its.seeker }));
    },
  ],
  [
    'POST /api/bids',
    'bid',
    async (its) => {
      const { id } = await addProblem(its.test, its.seeker);
      return bySolver(its, () => placeBid(its.test, its.solver, id));
    },
  ],
  ['PUT /api/bids/{id}', 'bid', onBid('solver', '', { ...goodBid, amount: goodBid.amount + 1 })],
  [
    'PUT /api/bids/{id}/confirm',
    'bid',
    async (its) => {
      const { edit, bidId } = await knownProblem(its);
      await edit({ title: 'Slow queries after an upgrade of the database' });
      const { body } = await its.test.request('GET', `/api/bids/${bidId}/comparison`, { as: its.solver });
      const { changedAt } = body as { changedAt?: string };
      return bySolver(its, () => putBid(its.test, its.solver, bidId, 'confirm', { changedAt }));
    },
  ],
  ['PUT /api/bids/{id}/withdraw', 'possible', onBid('solver', 'withdraw')],
  ['PUT /api/bids/{id}/accept', 'accept', onBid('seeker', 'accept')],
  ['PUT /api/bids/{id}/reject', 'notifies', onBid('seeker', 'reject', {})],
  ['PUT /api/bids/{id}/reject: with a reason', 'write', onBid('seeker', 'reject', { reason: 'Too expensive' })],
  [
    'POST /api/problems/{id}/invitations',
    'invite',
    async (its) => {
      const { id } = await addProblem(its.test, its.seeker);
      const payload = { solverId: its.solver.user.id };
      return bySeeker(its, () => its.test.request('POST', `/api/problems/${id}/invitations`, { as: its.seeker, payload }));
    },
  ],
  ['PUT /api/agreements/{id}/deliver', 'notifies', underAgreement('solver', 'PUT deliver', goodDelivery)],
  ['POST /api/agreements/{id}/changes', 'notifies', underAgreement('solver', 'POST changes', goodChange)],
  ['POST /api/agreements/{id}/parting', 'notifies', underAgreement('solver', 'POST parting', {}, delivered)],
  [
    'PUT /api/agreements/{id}/changes/{changeId}',
    'notifies',
    async ({ test }) => {
      const its = await createActiveAgreement(test);
      const { changes } = getAgreement(await inAgreement(test, its.solver, its.id, 'POST changes', goodChange));
      const call = `PUT changes/${changes[0]?._id}`;
      return bySeeker({ test, ...its }, () => inAgreement(test, its.seeker, its.id, call, { answer: 'agree' }));
    },
  ],
  ['PUT /api/agreements/{id}/paid', 'notifies', underAgreement('seeker', 'PUT paid', undefined, solved)],
  [
    'PUT /api/agreements/{id}/received',
    'notifies',
    underAgreement('solver', 'PUT received', undefined, async (its, test) => {
      await solved(its, test);
      await inAgreement(test, its.seeker, its.id, 'PUT paid');
    }),
  ],
  ['POST /api/agreements/{id}/dispute', 'notifies', underAgreement('solver', 'POST dispute', goodView)],
  ['PUT /api/agreements/{id}/dispute', 'possible', underAgreement('seeker', 'PUT dispute', goodView, disputed)],
  ['DELETE /api/agreements/{id}/dispute', 'notifies', underAgreement('solver', 'DELETE dispute', undefined, disputed)],
  [
    'PUT /api/problems/{id}/status',
    'notifies',
    async ({ test }) => {
      const its = await createActiveAgreement(test);
      return bySolver({ test, ...its }, () => setStatus(test, its.solver, its.problemId, 'open', 'I am ill.'));
    },
  ],
  [
    'POST /api/problems/{id}/reviews',
    'notifies',
    async ({ test }) => {
      const its = await createActiveAgreement(test);
      await solved(its, test);
      return bySeeker({ test, ...its }, () => postReview(test, its, its.seeker));
    },
  ],
  [
    'POST /api/modules/{id}/purchase',
    'notifies',
    async (its) => {
      const { id } = await buildModule(its.test, its.solver, { priceCents: 1900 });
      const payload = { license: 'standard' };
      return bySeeker(its, () => its.test.request('POST', `/api/modules/${id}/purchase`, { as: its.seeker, payload }));
    },
  ],
  ['POST /api/modules/{id}/reviews', 'unnoticed', async (its) => bySeeker(its, (await bought(its)).review)],
  [
    'PUT /api/modules/{id}/reviews/{reviewId}/answer',
    'possible',
    async (its) => {
      const { id, review } = await bought(its);
      // The answer's schema says so.
      const { id: reviewId } = (await review()).body['review'] as ModuleReview;
      const url = `/api/modules/${id}/reviews/${reviewId}/answer`;
      return bySolver(its, () => its.test.request('PUT', url, { as: its.solver, payload: { text: 'Thanks.' } }));
    },
  ],
];
