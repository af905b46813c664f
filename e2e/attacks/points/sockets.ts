import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import type { Attack } from '../attack.ts';
import { sendAs, readId, postProblem, claimSeeker, claimSolver, openConversation, times, sendMessage } from '../actions.ts';
import type { Target } from '../target.ts';

const POINT = 6;

function openSocket(target: Target, token: string, ip: string): Socket {
  return io(target.url, {
    transports: ['websocket'],
    auth: { token },
    extraHeaders: { 'x-forwarded-for': ip },
    forceNew: true,
    reconnection: false,
  });
}

const waitUntilSettled = (socket: Socket) =>
  new Promise<void>((resolve) => {
    for (const event of ['connect', 'connect_error', 'disconnect']) socket.once(event, () => resolve());
  });

const manySockets: Attack = {
  point: POINT,
  name: '50 sockets of one person',
  measuresLatency: true,
  async prepare(target) {
    return async () => {
      const { person, ip } = claimSolver(target);
      const sockets = times(50, () => openSocket(target, person.token, ip));
      await Promise.all(sockets.map(waitUntilSettled));
      await wait(500);
      const connected = sockets.filter((socket) => socket.connected).length;
      sockets.forEach((socket) => socket.disconnect());
      return { summary: `${connected} are open`, isDefended: connected <= 20 };
    };
  },
};

const EVENT_COUNT = 100_000;

const eventFlood: Attack = {
  point: POINT,
  name: '100,000 events on a socket',
  measuresLatency: true,
  async prepare(target) {
    const watched = readId(await postProblem(target, claimSeeker(target)), 'problem');
    const writer = claimSolver(target);
    return async () => {
      const { person, ip } = claimSolver(target);
      const socket = openSocket(target, person.token, ip);
      await waitUntilSettled(socket);
      let received = false;
      socket.on('comment', () => (received = true));
      const problemId = randomUUID();
      for (const index of times(EVENT_COUNT, (each) => each)) {
        socket.emit(index % 2 === 0 ? 'watch_problem' : 'unwatch_problem', problemId);
        // Sends in portions: a full send buffer would hide the limit.
        if (index % 1000 === 0) await wait(1);
      }
      // An unlimited socket processes this event after all others.
      socket.emit('watch_problem', watched);
      await wait(2000);
      const isOpen = socket.connected;
      await sendAs(target, writer, 'POST', `/api/problems/${watched}/comments`, { content: 'Is it still slow?' });
      await wait(500);
      socket.disconnect();
      return {
        summary: `the socket is ${isOpen ? 'open' : 'closed'}, and ${received ? 'receives' : 'does not receive'} its last subscription`,
        isDefended: !received,
      };
    };
  },
};

const MESSAGES_PER_SOCKET = 100;

const messageFlood: Attack = {
  point: POINT,
  name: 'messages over 20 sockets of one person',
  measuresLatency: true,
  async prepare(target) {
    const sender = claimSeeker(target);
    const conversationId = await openConversation(target, sender, claimSolver(target));
    return async () => {
      const opened = times(20, () => openSocket(target, sender.person.token, sender.ip));
      await Promise.all(opened.map(waitUntilSettled));
      const send = async (socket: Socket): Promise<boolean> => {
        const text = { conversationId, clientId: randomUUID(), content: 'a'.repeat(3500) };
        // Only a stored message has an id.
        const acknowledged = (await socket
          .timeout(10_000)
          .emitWithAck('send_message', text)
          .catch(() => null)) as { _id?: string } | null;
        return acknowledged?._id !== undefined;
      };
      const responses = await Promise.all(opened.flatMap((socket) => times(MESSAGES_PER_SOCKET, () => send(socket))));
      opened.forEach((socket) => socket.disconnect());
      const stored = responses.filter(Boolean).length;
      // The limit is 30 messages in ten seconds; the run may touch two such windows.
      return { summary: `${stored} of ${responses.length} are stored`, isDefended: stored <= 60 };
    };
  },
};

/** Servers check sessions of open sockets periodically. */
const EXPIRY_CHECK_MS = 40_000;

const expiredSession: Attack = {
  point: POINT,
  name: 'a socket whose session has expired',
  measuresLatency: false,
  isLongOnly: true,
  async prepare(target) {
    return async () => {
      const [sender, recipient] = [claimSeeker(target), claimSolver(target)];
      const conversationId = await openConversation(target, sender, recipient);
      const token = randomBytes(32).toString('base64url');
      await target.database.query(
        `INSERT INTO sessions (id, user_id, token_hash, user_agent, created_at, last_used_at, expires_at)
         VALUES (gen_random_uuid(), $1, $2, 'Attack', now(), now(), now() + interval '3 seconds')`,
        [recipient.person.id, createHash('sha256').update(token).digest('hex')],
      );
      const socket = openSocket(target, token, recipient.ip);
      await waitUntilSettled(socket);
      const received: string[] = [];
      socket.on('message', ({ content }: { content: string }) => void received.push(content));
      await sendMessage(target, sender, conversationId, 'before');
      await wait(EXPIRY_CHECK_MS);
      await sendMessage(target, sender, conversationId, 'after');
      await wait(500);
      const { connected } = socket;
      socket.disconnect();
      const summary = `received ${received.join(' and ') || 'nothing'}, ${connected ? 'still open' : 'closed'}`;
      return { summary, isDefended: received.join() === 'before' };
    };
  },
};

export const sockets: Attack[] = [manySockets, eventFlood, messageFlood, expiredSession];
