import { randomBytes } from 'node:crypto';
import { REFERENCE } from '@solvent/contracts';
import { LogController } from 'fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { throttledError } from '../failure-log.ts';

export const newRequestId = (): string => randomBytes(8).toString('hex');

/** Derives the reference of a failed request that users quote to support, such as `7F3KQ2` (one of 887 million). */
export function toErrorReference(requestId: string): string {
  const base = BigInt(REFERENCE.alphabet.length);
  let rest = BigInt(`0x${requestId}`);
  let reference = '';
  for (let index = 0; index < REFERENCE.length; index += 1) {
    reference += REFERENCE.alphabet[Number(rest % base)];
    rest /= base;
  }
  return reference;
}

export class RequestLog extends LogController {
  override incomingRequest(request: FastifyRequest): void {
    request.log.debug({ req: request }, 'Request came in');
  }

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const fields = {
      req: request,
      res: reply,
      ms: Math.round(reply.elapsedTime),
      account: request.caller?.user.id,
      ...(reply.statusCode >= 500 ? { reference: toErrorReference(request.id) } : {}),
    };
    if (error) request.log.warn(throttledError(error, fields), 'The response was not delivered');
    else request.log.info(fields, 'Request answered');
  }
}
