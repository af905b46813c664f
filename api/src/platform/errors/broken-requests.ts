import { STATUS_CODES } from 'node:http';
import type { FailureBody } from '@solvent/contracts';
import type { ConnectionError } from 'fastify';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

type Rejection = Pick<FailureBody, 'code' | 'message'> & { status: number };

const REJECTIONS: Readonly<Record<string, Rejection>> = {
  HPE_HEADER_OVERFLOW: { status: 431, code: 'too_large', message: 'The address or the headers of this request are too long.' },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    code: 'malformed',
    message: 'This request took too long to arrive. Please try again.',
  },
};
const UNREADABLE: Rejection = { status: 400, code: 'malformed', message: 'This request could not be read.' };
const NO_UPGRADE: Rejection = { status: 404, code: 'not_found', message: 'This address does not exist.' };

function formatResponse({ status, ...failure }: Rejection): string {
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

/** Responds to requests that Node cannot parse. */
export function rejectBrokenRequest(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.writable) socket.write(formatResponse(REJECTIONS[error.code ?? ''] ?? UNREADABLE));
  socket.destroy(error);
}

/** Rejects upgrades of unknown paths, which Node passes to the `upgrade` listener. */
export function rejectUpgrade(socket: Duplex): void {
  socket.on('error', () => undefined);
  socket.end(formatResponse(NO_UPGRADE), () => socket.destroy());
}
