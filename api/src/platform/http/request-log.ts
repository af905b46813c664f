import { LogController } from 'fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toErrorReference } from '../errors/reference.ts';
import { throttledError } from '../failure-log.ts';

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
