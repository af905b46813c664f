import { jest } from '@jest/globals';
import type { Conversation, ServerEvents } from '@solvent/contracts';
import { personBlocks } from '../../../schema/index.ts';
import { BLOCK_MESSAGES } from './policy.ts';
import { createParticipantFinder, createPeerFinder } from '../../messaging/service.ts';
import { addProblem } from '../../../testing/bids.ts';
import { postConversation, createConversation, fetchConversation, send } from '../../../testing/chat.ts';
import { createDiscussionClient } from '../../../testing/discussion.ts';
import type { TestCaller } from '../../../testing/factories.ts';
import { REACHING_ACTIONS } from '../../../testing/reaching-actions.ts';
import type { BlockEffect } from '../../../testing/prepare-reaching-actions.ts';
import { documentedRoutes } from '../../../testing/documented-routes.ts';
import { setUpEach } from '../../../testing/set-up.ts';
import { setUpTestApp } from '../../../testing/test-app.ts';

const test = setUpTestApp();
const seeker = setUpEach(() => test.signedIn('seeker', { name: 'Maya' }));
const solver = setUpEach(() => test.signedIn('solver', { name: 'Diego' }));
afterEach(() => {
  jest.restoreAllMocks();
});

const RELATIONS = ['no block', 'the other user blocked the actor', 'the actor blocked the other user', 'both'] as const;
type Relation = (typeof RELATIONS)[number];

async function block(relation: Relation, actor: TestCaller, other: TestCaller): Promise<void> {
  const insert = (one: TestCaller, two: TestCaller) =>
    test.db.insert(personBlocks).values({ blockerId: one.user.id, blockedId: two.user.id, createdAt: new Date() });
  if (relation === 'both' || relation === 'the other user blocked the actor') await insert(other, actor);
  if (relation === 'both' || relation === 'the actor blocked the other user') await insert(actor, other);
}

/** Writing routes that affect only the caller, the team, or all owners of a module. */
const REACHES_NO_ONE = [
  'POST /api/auth/signup',
  'POST /api/auth/login',
  'POST /api/auth/social-auth',
  'POST /api/auth/verify-email',
  'POST /api/auth/reset-password/link',
  'POST /api/auth/reset-password',
  'PUT /api/auth/password',
  'POST /api/auth/identities',
  'DELETE /api/auth/identities/{type}/{id}',
  'PUT /api/auth/device-token',
  'POST /api/auth/logout',
  'DELETE /api/auth/sessions',
  'DELETE /api/auth/sessions/{id}',
  'PUT /api/auth/profile/{id}/block',
  'DELETE /api/auth/profile/{id}/block',
  'PUT /api/auth/profile',
  'PATCH /api/auth/profile',
  'POST /api/file-upload',
  'PUT /api/auth/switch-role',
  'POST /api/auth/delete-account',
  'POST /api/chat/messages/{id}/reports',
  'POST /api/problems',
  'POST /api/problems/searches',
  'PUT /api/problems/searches/{id}',
  'DELETE /api/problems/searches/{id}',
  'PUT /api/problems/{id}/save',
  'DELETE /api/problems/{id}/save',
  'POST /api/problems/{id}/reports',
  'PUT /api/bids/{id}/shortlist',
  'PUT /api/chat/conversations/{id}/marks',
  'PUT /api/notifications/read-all',
  'PUT /api/notifications/{id}',
  'PUT /api/notifications/{id}/read',
  'DELETE /api/notifications/clear-all',
  'PUT /api/notifications/restore-cleared',
  'POST /api/contact',
  'POST /api/runtime-reports',
  'POST /api/csp-reports',
  'POST /api/modules',
  'PUT /api/modules/own/contact',
  'DELETE /api/modules/uploads/{key}',
  'PUT /api/modules/{id}',
  'PUT /api/modules/{id}/status',
  'DELETE /api/modules/{id}',
  'POST /api/modules/{id}/versions',
  'PUT /api/modules/{id}/save',
  'DELETE /api/modules/{id}/save',
  'POST /api/modules/{id}/reports',
  'PUT /api/modules/{id}/versions/{version}/no-secret',
];

/** Blocks stop events about a user's actions; the others only invalidate public or own data. */
const STOPS_AT_BLOCK: Record<keyof ServerEvents, boolean> = {
  new_message_notification: true,
  message: true,
  message_changed: false,
  conversation_marked: false,
  read: true,
  typing: true,
  presence: true,
  notification: true,
  notifications_read: false,
  problem: false,
  bid: false,
  comment: false,
  session_revoked: false,
  server_time: false,
};

const fetchUnreadCount = async (as: TestCaller) => (await test.request('GET', '/api/notifications', { as })).body['unreadCount'];

/** Collects events about other users' actions. */
function spyOnPersonalEvents({ user }: TestCaller): () => string[] {
  const spy = jest.spyOn(test.deps.realtime, 'toUser');
  return () => spy.mock.calls.flatMap(([id, event]) => (id === user.id && STOPS_AT_BLOCK[event] ? [event] : []));
}

const ANY = expect.anything();
const isRefusal = (meaning: BlockEffect): meaning is keyof typeof BLOCK_MESSAGES => Object.hasOwn(BLOCK_MESSAGES, meaning);

/** The expected outcome, events for the other user, and their number of unread notifications. */
function expected(meaning: BlockEffect, relation: Relation) {
  const isBlocked = relation !== 'no block';
  if (meaning === 'notifies') return { isDone: true, body: ANY, events: ['notification'], unread: 1 };
  if (!isBlocked) return { isDone: true, body: ANY, events: ANY, unread: meaning === 'unnoticed' ? 1 : ANY };
  if (!isRefusal(meaning)) return { isDone: true, body: ANY, events: [], unread: 0 };
  const message = BLOCK_MESSAGES[meaning][relation === 'the other user blocked the actor' ? 'blocked' : 'blocker'];
  return { isDone: false, body: { status: false, code: 'forbidden', message }, events: [], unread: 0 };
}

describe('an action that affects another user (product 4.24)', () => {
  it('is listed with the effect of a block, as is every other writing route', async () => {
    const writing = (await documentedRoutes(test)).filter(({ method }) => method !== 'GET');
    const listed = new Set([...REACHING_ACTIONS.map(([route]) => route.replace(/: .*/, '')), ...REACHES_NO_ONE]);
    expect(writing.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([...listed].toSorted());
  });

  const cases = REACHING_ACTIONS.flatMap((action) => RELATIONS.map((relation) => [...action, relation] as const));

  it.each(cases)('%s is "%s"', async (_route, meaning, prepare, relation) => {
    const { actor, other, act } = await prepare({ test, seeker, solver });
    await test.request('PUT', '/api/notifications/read-all', { as: other });
    await block(relation, actor, other);
    const getEvents = spyOnPersonalEvents(other);
    const { status, body } = await act();
    const seen = { isDone: status < 300, body, events: getEvents(), unread: await fetchUnreadCount(other) };
    expect([relation, seen]).toEqual([relation, expected(meaning, relation)]);
  });
});

describe('visibility between users (product 4.24)', () => {
  const everyoneOnline = () => jest.spyOn(test.deps.realtime, 'findOnline').mockImplementation(async (ids) => new Set(ids));
  const otherIn = (conversation: Conversation | undefined, { user }: TestCaller) =>
    conversation?.participants.find(({ _id }) => _id === user.id);
  const fetchConversations = async (as: TestCaller) =>
    // The response schema guarantees it.
    (await test.request('GET', '/api/chat/conversations', { as })).body['conversations'] as Conversation[];

  it.each(RELATIONS)('presence, typing and receipts: %s', async (relation) => {
    everyoneOnline();
    const { id } = await createConversation(test, null, { seeker, solver });
    for (const as of [seeker, solver, solver]) await send(test, as, { conversationId: id });
    await block(relation, seeker, solver);
    await test.request('PUT', `/api/chat/conversations/${id}/read`, { as: seeker, payload: {} });
    const isSeen = relation === 'no block';
    for (const [one, two] of [[seeker, solver] as const, [solver, seeker] as const]) {
      expect(otherIn(await fetchConversation(test, one, id), two)?.online).toBe(isSeen);
      expect(otherIn((await fetchConversations(one))[0], two)?.online).toBe(isSeen);
      expect(await createPeerFinder(test.db)(one.user.id)).toEqual(isSeen ? [two.user.id] : []);
      expect(await createParticipantFinder(test.db)(id, one.user.id)).toBe(isSeen ? two.user.id : null);
    }
    expect(otherIn(await fetchConversation(test, solver, id), seeker)?.readSeq).toBe(isSeen ? 3 : 1);
    expect(otherIn(await fetchConversation(test, seeker, id), seeker)?.readSeq).toBe(3);
    const { body } = await test.request('GET', `/api/chat/messages/${id}`, { as: solver });
    const readBy = isSeen ? [seeker.user.id] : [];
    expect(body['messages']).toMatchObject([{}, { readBy }, { readBy }]);
  });

  it('excludes presence and typing in an empty conversation', async () => {
    everyoneOnline();
    const opened = await postConversation(test, seeker, { userId: solver.user.id });
    // The response schema guarantees it.
    const { _id: id } = opened.body['conversation'] as Conversation;
    const shown = async () => otherIn(await fetchConversation(test, seeker, id), solver)?.online;
    expect(otherIn(opened.body['conversation'] as Conversation, solver)?.online).toBe(false);
    expect([await shown(), await createPeerFinder(test.db)(solver.user.id)]).toEqual([false, []]);
    expect(await createParticipantFinder(test.db)(id, seeker.user.id)).toBeNull();
    await send(test, seeker, { conversationId: id });
    expect([await shown(), await createPeerFinder(test.db)(solver.user.id)]).toEqual([true, [seeker.user.id]]);
    expect(await createParticipantFinder(test.db)(id, seeker.user.id)).toBe(solver.user.id);
  });

  it('publishes both users as offline to each other on a block', async () => {
    const toUser = jest.spyOn(test.deps.realtime, 'toUser');
    await test.request('PUT', `/api/auth/profile/${solver.user.id.toUpperCase()}/block`, { as: seeker });
    const offline = ({ user }: TestCaller) => ({ userId: user.id, online: false });
    expect(toUser.mock.calls).toEqual([
      [solver.user.id, 'presence', offline(seeker)],
      [seeker.user.id, 'presence', offline(solver)],
    ]);
  });

  it('does not count open questions of a blocked user', async () => {
    const problem = await addProblem(test, seeker);
    await createDiscussionClient(test, problem.id).addComment(solver, 'Which version?');
    const waiting = async () => {
      const { body } = await test.request('GET', '/api/problems/user', { as: seeker });
      return JSON.stringify(body).match(/"openQuestions":(\d)/)?.[1];
    };
    expect(await waiting()).toBe('1');
    await block('the actor blocked the other user', seeker, solver);
    expect(await waiting()).toBe('0');
  });
});
