import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { io } from 'socket.io-client';
import type { Socket } from 'socket.io-client';
import type { Message } from '@solvent/contracts';
import { APP_KEY_HEADER, SOCKET } from '@solvent/contracts';

const agent = new Agent({ keepAlive: true, maxSockets: 100 });
/** Somebody who writes: with their session, in one of their conversations, from an address of their own. */
export interface Writer {
  token: string;
  conversationId: string;
  from: string;
}

/** Sends a message as the page does. Settles when it is acknowledged. @throws where it is not */
function post(url: string, appKey: string, { token, from }: Writer, fields: Record<string, string>): Promise<void> {
  const headers = {
    'x-forwarded-for': from,
    [APP_KEY_HEADER]: appKey,
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
  };
  return new Promise((resolve, reject) => {
    const asking = request(`${url}/api/chat/messages`, { method: 'POST', agent, headers }, (answer) => {
      answer.resume();
      answer.once('end', () => {
        if (answer.statusCode === 201) resolve();
        else reject(new Error(`A message was answered ${answer.statusCode}`));
      });
    });
    asking.once('error', reject);
    asking.end(JSON.stringify(fields));
  });
}

/** What one person of a conversation sends, and when it was acknowledged and came to the other one (ms). */
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

  async send(url: string, appKey: string, writer: Writer): Promise<void> {
    const clientId = randomUUID();
    const began = performance.now();
    this.#under.set(clientId, began);
    await post(url, appKey, writer, {
      conversationId: writer.conversationId,
      clientId,
      content: 'How far are you with the importer?',
    });
    this.acknowledged.push(performance.now() - began);
  }
}

/** Settles when a socket is let in. */
export function connect(url: string, token?: string): Promise<Socket> {
  const socket = io(url, { path: SOCKET.path, transports: ['websocket'], forceNew: true, auth: { token } });
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket));
    socket.once('connect_error', reject);
  });
}
