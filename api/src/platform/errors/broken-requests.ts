import { STATUS_CODES } from 'node:http';
import type { FailureBody } from '@solvent/contracts';
import type { ConnectionError } from 'fastify';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

interface Refusal extends Pick<FailureBody, 'code' | 'message'> {
  status: number;
}

const REFUSALS: ReadonlyMap<string | undefined, Refusal> = new Map([
  [
    'HPE_HEADER_OVERFLOW',
    { status: 431, code: 'too_large', message: 'The address or the headers of this request are too long.' },
  ],
  ['ERR_HTTP_REQUEST_TIMEOUT', { status: 408, code: 'malformed', message: 'This request came too slowly. Please try again.' }],
]);
const UNREADABLE: Refusal = { status: 400, code: 'malformed', message: 'This request could not be read.' };

const NO_UPGRADE: Refusal = { status: 404, code: 'not_found', message: 'This address does not exist.' };

function answerWith({ status, ...failure }: Refusal): string {
  const body = JSON.stringify({ status: false, ...failure } satisfies FailureBody);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'connection: close',
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'x-content-type-options: nosniff',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

/** Answers a request that Node could not parse (headers too long, too slow, not HTTP) with a failure body, and closes the connection. */
export function answerBrokenRequest(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.writable) socket.write(answerWith(REFUSALS.get(error.code) ?? UNREADABLE));
  socket.destroy(error);
}

/** Answers an upgrade request on a path without upgrades, and closes the connection: Node leaves that to the listener for `upgrade`. */
export function rejectUpgrade(socket: Duplex): void {
  socket.on('error', () => undefined);
  socket.end(answerWith(NO_UPGRADE), () => socket.destroy());
}
