import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import type { RequestOptions } from 'node:http';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import type { Message, SendMessageBody } from '@solvent/contracts';
import { APP_KEY_HEADER, SOCKET } from '@solvent/contracts';

const agent = new Agent({ keepAlive: true, maxSockets: 100 });
/** A user with a session and a conversation, at an address that the server reads from a trusted proxy. */
export interface Person {
  token: string;
  conversationId: string;
  from: string;
}

/** The server as a page knows it. */
export interface Server {
  url: string;
  appKey: string;
}

const toText = ({ conversationId }: Person, clientId: string): SendMessageBody => ({
  conversationId,
  clientId,
  content: 'How far are you with the importer?',
});

/** Requests, and the connections that they use. */
export interface RequestSettings extends Pick<RequestOptions, 'method' | 'headers' | 'agent' | 'timeout'> {
  body?: string | undefined;
}

/** Asks a server. Settles with the answer's status once all of it is there. @throws where there is none, or it takes longer than it may */
export function sendRequest(url: string, { body, ...options }: RequestSettings): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, options, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode));
      answer.once('error', reject);
    });
    outgoing.once('error', reject);
    outgoing.once('timeout', () => outgoing.destroy(new Error('The answer takes too long')));
    outgoing.end(body);
  });
}

/** Sends a message as a page without a socket does. Settles when it is acknowledged. @throws where it is not */
export async function post({ url, appKey }: Server, person: Person): Promise<void> {
  const { token, from } = person;
  const headers = {
    'x-forwarded-for': from,
    [APP_KEY_HEADER]: appKey,
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
  };
  const body = JSON.stringify(toText(person, randomUUID()));
  const status = await sendRequest(`${url}/api/chat/messages`, { method: 'POST', agent, headers, body });
  if (status !== 201) throw new Error(`A message was answered ${status}`);
}

/** Messages of one participant: when each was acknowledged and received (ms). */
export class Traffic {
  readonly acknowledged: number[] = [];
  readonly received: number[] = [];
  /** When each message that has not come yet was sent. */
  readonly #under = new Map<string, number>();

  get missing(): number {
    return this.#under.size;
  }

  /** Listens on the other one's socket. */
  listen(socket: Socket): void {
    socket.on('new_message_notification', ({ message }: { message: Message }) => {
      const began = this.#under.get(message.clientId);
      if (began === undefined) return;
      this.received.push(performance.now() - began);
      this.#under.delete(message.clientId);
    });
  }

  /** Sends a message as a page does, over its socket. @throws where it is not acknowledged */
  async send(socket: Socket, person: Person): Promise<void> {
    const clientId = randomUUID();
    const began = performance.now();
    this.#under.set(clientId, began);
    // guaranteed by the event's contract
    const stored = (await socket.emitWithAck('send_message', toText(person, clientId))) as Message | null;
    if (stored?.clientId !== clientId) throw new Error('A message was not acknowledged');
    this.acknowledged.push(performance.now() - began);
  }
}

/** Settles when a socket is let in. */
export function connect(url: string, person?: Person): Promise<Socket> {
  const socket = io(url, {
    path: SOCKET.path,
    transports: ['websocket'],
    forceNew: true,
    ...(person && { auth: { token: person.token }, extraHeaders: { 'x-forwarded-for': person.from } }),
  });
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket));
    socket.once('connect_error', reject);
  });
}
