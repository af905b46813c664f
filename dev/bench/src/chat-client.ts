import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import type { RequestOptions } from 'node:http';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import type { Message, SendMessageBody } from '@solvent/contracts';
import { APP_KEY_HEADER, SOCKET } from '@solvent/contracts';

const agent = new Agent({ keepAlive: true, maxSockets: 100 });

/** A signed-in user with a conversation. `clientAddress` is sent as X-Forwarded-For, which the server trusts. */
export interface Person {
  token: string;
  conversationId: string;
  clientAddress: string;
}

export interface Server {
  url: string;
  appKey: string;
}

const createMessage = ({ conversationId }: Person, clientId: string): SendMessageBody => ({
  conversationId,
  clientId,
  content: 'How far are you with the importer?',
});

export interface RequestSettings extends Pick<RequestOptions, 'method' | 'headers' | 'agent' | 'timeout'> {
  body?: string | undefined;
}

/** Sends a request. Resolves with the status after the whole response was received. @throws Error on a network error or timeout */
export function sendRequest(url: string, { body, ...options }: RequestSettings): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, options, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode));
      response.once('error', reject);
    });
    outgoing.once('error', reject);
    outgoing.once('timeout', () => outgoing.destroy(new Error('The answer takes too long')));
    outgoing.end(body);
  });
}

/**
 * Sends a message over HTTP, like a page without a socket. Resolves when the server acknowledges it.
 * @throws Error if the status is not 201
 */
export async function postMessage({ url, appKey }: Server, person: Person): Promise<void> {
  const { token, clientAddress } = person;
  const headers = {
    'x-forwarded-for': clientAddress,
    [APP_KEY_HEADER]: appKey,
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
  };
  const body = JSON.stringify(createMessage(person, randomUUID()));
  const status = await sendRequest(`${url}/api/chat/messages`, { method: 'POST', agent, headers, body });
  if (status !== 201) throw new Error(`A message was answered ${status}`);
}

/** Sent messages and their times (ms) until the acknowledgement and until the other participant received them. */
export class Traffic {
  readonly acknowledged: number[] = [];
  readonly received: number[] = [];
  /** Send times of messages that were not received yet, by client id. */
  readonly #sentAt = new Map<string, number>();

  get missing(): number {
    return this.#sentAt.size;
  }

  /** Measures when messages arrive at the socket of the other participant. */
  recordReceived(socket: Socket): void {
    socket.on('new_message_notification', ({ message }: { message: Message }) => {
      const sentAt = this.#sentAt.get(message.clientId);
      if (sentAt === undefined) return;
      this.received.push(performance.now() - sentAt);
      this.#sentAt.delete(message.clientId);
    });
  }

  /** Sends a message over the socket. @throws Error if the server does not acknowledge it */
  async send(socket: Socket, person: Person): Promise<void> {
    const clientId = randomUUID();
    const sentAt = performance.now();
    this.#sentAt.set(clientId, sentAt);
    // The contract of the event guarantees the type.
    const stored = (await socket.emitWithAck('send_message', createMessage(person, clientId))) as Message | null;
    if (stored?.clientId !== clientId) throw new Error('A message was not acknowledged');
    this.acknowledged.push(performance.now() - sentAt);
  }
}

/** Opens a socket. Resolves when the server accepts it. */
export function connect(url: string, person?: Person): Promise<Socket> {
  const socket = io(url, {
    path: SOCKET.path,
    transports: ['websocket'],
    forceNew: true,
    ...(person && { auth: { token: person.token }, extraHeaders: { 'x-forwarded-for': person.clientAddress } }),
  });
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket));
    socket.once('connect_error', reject);
  });
}
