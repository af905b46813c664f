import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import type { Attack } from '../attack.ts';
import { does, idIn, post, seeker, solver, talk, times, write } from '../deeds.ts';
import type { World } from '../world.ts';

const POINT = 6;

const rest = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds);
  });

function open(world: World, token: string, from: string): Socket {
  return io(world.url, {
    transports: ['websocket'],
    auth: { token },
    extraHeaders: { 'x-forwarded-for': from },
    forceNew: true,
    reconnection: false,
  });
}

/** Settles when it is let in, or refused. */
const settled = (socket: Socket) =>
  new Promise<void>((resolve) => {
    for (const event of ['connect', 'connect_error', 'disconnect']) socket.once(event, () => resolve());
  });

const many: Attack = {
  point: POINT,
  name: '50 sockets of one person',
  felt: true,
  async prepare(world) {
    return async () => {
      const { person, from } = solver(world);
      const sockets = times(50, () => open(world, person.token, from));
      await Promise.all(sockets.map(settled));
      await rest(500);
      const connected = sockets.filter((socket) => socket.connected).length;
      sockets.forEach((socket) => socket.disconnect());
      return { told: `${connected} are open`, held: connected <= 20 };
    };
  },
};

const EVENTS = 100_000;

const flood: Attack = {
  point: POINT,
  name: '100,000 events on a socket',
  felt: true,
  async prepare(world) {
    const watched = idIn(await post(world, seeker(world)), 'problem');
    const writer = solver(world);
    return async () => {
      const { person, from } = solver(world);
      const socket = open(world, person.token, from);
      await settled(socket);
      let heard = false;
      socket.on('comment', () => (heard = true));
      const other = randomUUID();
      for (const index of times(EVENTS, (each) => each)) {
        socket.emit(index % 2 === 0 ? 'watch_problem' : 'unwatch_problem', other);
        // A socket that is slow to send is not what is attacked.
        if (index % 1000 === 0) await rest(1);
      }
      // Whoever was not stopped is heard with this one, too, once all others are through.
      socket.emit('watch_problem', watched);
      await rest(2000);
      const still = socket.connected;
      await does(world, writer, 'POST', `/api/problems/${watched}/comments`, { content: 'Is it still slow?' });
      await rest(500);
      socket.disconnect();
      return {
        told: `the socket is ${still ? 'open' : 'ended'}, and ${heard ? 'hears' : 'does not hear'} what it asked for last`,
        held: !heard,
      };
    };
  },
};

const MESSAGES_EACH = 100;

const chatter: Attack = {
  point: POINT,
  name: 'messages over 20 sockets of one person',
  felt: true,
  async prepare(world) {
    const one = seeker(world);
    const conversationId = await talk(world, one, solver(world));
    return async () => {
      const open20 = times(20, () => open(world, one.person.token, one.from));
      await Promise.all(open20.map(settled));
      const say = async (socket: Socket): Promise<boolean> => {
        const text = { conversationId, clientId: randomUUID(), content: 'a'.repeat(3500) };
        // Whatever the server says: only a message has an id.
        const said = (await socket
          .timeout(10_000)
          .emitWithAck('send_message', text)
          .catch(() => null)) as { _id?: string } | null;
        return said?._id !== undefined;
      };
      const answers = await Promise.all(open20.flatMap((socket) => times(MESSAGES_EACH, () => say(socket))));
      open20.forEach((socket) => socket.disconnect());
      const stored = answers.filter(Boolean).length;
      // Two windows of ten seconds, at most.
      return { told: `${stored} of ${answers.length} are stored`, held: stored <= 60 };
    };
  },
};

/** How long the socket of a session that is over may stay (ms): servers look from time to time. */
const GRACE = 40_000;

/** A session ends by itself while its socket is open. */
const expired: Attack = {
  point: POINT,
  name: 'a socket whose session is over',
  felt: false,
  longOnly: true,
  async prepare(world) {
    return async () => {
      const [one, other] = [seeker(world), solver(world)];
      const conversationId = await talk(world, one, other);
      const token = randomBytes(32).toString('base64url');
      await world.database.query(
        `INSERT INTO sessions (id, user_id, token_hash, user_agent, created_at, last_used_at, expires_at)
         VALUES (gen_random_uuid(), $1, $2, 'Attack', now(), now(), now() + interval '3 seconds')`,
        [other.person.id, createHash('sha256').update(token).digest('hex')],
      );
      const socket = open(world, token, other.from);
      await settled(socket);
      const heard: string[] = [];
      socket.on('message', ({ content }: { content: string }) => void heard.push(content));
      await write(world, one, conversationId, 'before');
      await rest(GRACE);
      await write(world, one, conversationId, 'after');
      await rest(500);
      const { connected } = socket;
      socket.disconnect();
      const told = `heard ${heard.join(' and ') || 'nothing'}, ${connected ? 'still open' : 'ended'}`;
      return { told, held: heard.join() === 'before' };
    };
  },
};

/** Attacks by what stays connected. */
export const sockets: Attack[] = [many, flood, chatter, expired];
