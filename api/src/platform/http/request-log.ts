import { LogController } from 'fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toErrorReference } from '../errors/reference.ts';
import { throttledError } from '../failure-log.ts';

/** One line for each answered request, with the account that asked; that it came in is told to whoever debugs. */
export class RequestLog extends LogController {
  override incomingRequest(request: FastifyRequest): void {
    request.log.debug({ req: request }, 'Request came in');
  }

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const about = {
      req: request,
      res: reply,
      ms: Math.round(reply.elapsedTime),
      account: request.caller?.user.id,
      ...(reply.statusCode >= 500 ? { reference: toErrorReference(request.id) } : {}),
    };
    if (error) request.log.warn(throttledError(error, about), 'The answer did not get through');
    else request.log.info(about, 'Request answered');
  }
}
