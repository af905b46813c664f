import type { BLOCK_MESSAGES } from '../features/accounts/blocks/policy.ts';
import { requestAgreement, goodDelivery, goodView, setStatus, createActiveAgreement } from './agreements.ts';
import type { ActiveAgreement } from './agreements.ts';
import { addProblem, getBid, placeBid, putBid } from './bids.ts';
import { getMessage, createConversation, send } from './chat.ts';
import { createDiscussionClient } from './discussion.ts';
import type { TestCaller } from './factories.ts';
import { buildModule, buildPurchase } from './modules.ts';
import { goodProblem } from './problems.ts';
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

export type Prepare = (people: People) => Promise<PreparedAction>;

type Side = 'seeker' | 'solver';

export const by = (side: Side, people: People, act: PreparedAction['act']): PreparedAction => ({
  actor: people[side],
  other: people[side === 'seeker' ? 'solver' : 'seeker'],
  act,
});

/** @param before actions that `call` depends on */
export const underAgreement =
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

export const deliver = ({ solver, id }: ActiveAgreement, test: TestApp) =>
  requestAgreement(test, solver, id, 'PUT deliver', goodDelivery);
export const solve = ({ seeker, problemId }: ActiveAgreement, test: TestApp) => setStatus(test, seeker, problemId, 'solved');
export const openDispute = ({ solver, id }: ActiveAgreement, test: TestApp) =>
  requestAgreement(test, solver, id, 'POST dispute', goodView);

const sendMessage = async ({ test, seeker, solver }: People) => {
  const { id: conversationId } = await createConversation(test, null, { seeker, solver });
  return { conversationId, id: getMessage(await send(test, solver, { conversationId }))._id };
};

const addBid = async ({ test, seeker, solver }: People) =>
  getBid(await placeBid(test, solver, (await addProblem(test, seeker)).id))._id;

export async function addQuestion({ test, seeker, solver }: People) {
  const { id: problemId } = await addProblem(test, seeker);
  const discussion = createDiscussionClient(test, problemId);
  return { discussion, id: (await discussion.addComment(solver, 'Which version?'))._id };
}

export async function createBoughtModule({ test, seeker, solver }: People) {
  const { id } = await buildModule(test, solver, { priceCents: 1900 });
  await buildPurchase(test, id, seeker);
  return {
    id,
    review: () => test.request('POST', `/api/modules/${id}/reviews`, { as: seeker, payload: { rating: 5, text: 'Fine.' } }),
  };
}

type Message = Awaited<ReturnType<typeof sendMessage>>;

export const onMessage =
  (side: Side, act: (message: Message, people: People) => Promise<TestResponse>): Prepare =>
  async (its) => {
    const message = await sendMessage(its);
    return by(side, its, () => act(message, its));
  };

export const onProblem =
  (side: Side, act: (id: string, people: People) => Promise<TestResponse>): Prepare =>
  async (its) => {
    const { id } = await addProblem(its.test, its.seeker);
    return by(side, its, () => act(id, its));
  };

export const changeMessage = (method: 'PUT' | 'DELETE', payload?: object) =>
  onMessage('solver', ({ id }, { test, solver }) =>
    test.request(method, `/api/chat/messages/${id}`, { as: solver, ...(payload && { payload }) }),
  );

export const reaction = (method: 'PUT' | 'DELETE') => async (its: People) => {
  const { id } = await sendMessage(its);
  const react = (which: 'PUT' | 'DELETE') =>
    its.test.request(which, `/api/chat/messages/${id}/reactions/${encodeURIComponent('👍')}`, { as: its.seeker });
  if (method === 'DELETE') await react('PUT');
  return by('seeker', its, () => react(method));
};

export const onBid =
  (side: Side, what: string, payload?: object): Prepare =>
  async (its) => {
    const id = await addBid(its);
    return by(side, its, () => putBid(its.test, its[side], id, what, payload));
  };

export async function createProblemWithBid({ test, seeker, solver }: People) {
  const { id } = await addProblem(test, seeker);
  const edit = (given: object = {}) =>
    test.request('PUT', `/api/problems/${id}`, { as: seeker, payload: { ...goodProblem, ...given } });
  await edit();
  const { _id: bidId } = getBid(await placeBid(test, solver, id));
  return { edit, bidId };
}

export const onEdit =
  (changes: object): Prepare =>
  async (its) => {
    const { edit } = await createProblemWithBid(its);
    return by('seeker', its, () => edit(changes));
  };

export const onQuestion =
  (side: Side, method: 'PUT' | 'DELETE', path: string, payload?: object): Prepare =>
  async (its) => {
    const { id } = await addQuestion(its);
    const act = () => its.test.request(method, `/api/comments/${id}${path}`, { as: its[side], ...(payload && { payload }) });
    return by(side, its, act);
  };
