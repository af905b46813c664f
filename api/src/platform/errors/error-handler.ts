import { REFERENCE_HEADER } from '@solvent/contracts';
import type { FailureBody } from '@solvent/contracts';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { throttledError } from '../failure-log.ts';
import { AppError } from './app-error.ts';
import { errorCode } from './error-code.ts';
import { isDatabaseUnavailable, mayHaveCommitted } from './database-unavailable.ts';
import { isDeletedMeanwhile } from './deleted-meanwhile.ts';
import { toErrorReference } from './reference.ts';
import { setSpanAttributes } from '../tracing/tracing.ts';

/** Fastify's own refusals, said our way. */
function fromFramework(error: FastifyError): AppError | undefined {
  const status = error.statusCode ?? 500;
  if (status === 413) return new AppError('too_large', 'This request is too large.');
  if (status === 415) return new AppError('unsupported_type', 'Send this request as application/json.');
  if (status === 404) return new AppError('not_found', 'This page does not exist.');
  if (status >= 400 && status < 500) return new AppError('malformed', 'This request could not be read.');
  return undefined;
}

/** What the caller may know of any error: its own if it is an {@link AppError}, else a sentence that gives nothing away. */
export function toAppError(error: FastifyError | AppError): AppError {
  if (error instanceof AppError) return error;
  if (isDatabaseUnavailable(error))
    return new AppError('unavailable', 'The service is not available just now. Please try again in a moment.', {
      cause: error,
      retryAfter: 5,
    });
  if (isDeletedMeanwhile(error)) return new AppError('not_found', 'What this is about was deleted just now.', { cause: error });
  return (
    fromFramework(error) ?? new AppError('internal', 'Something went wrong on our side. Please try again.', { cause: error })
  );
}

/** The body of a failure. */
export function failureBody(error: AppError): FailureBody {
  const body: FailureBody = { status: false, code: error.code, message: error.message };
  return error.errors === undefined ? body : { ...body, errors: error.errors };
}

const tooLarge = ({ routeOptions }: FastifyRequest) =>
  new AppError(
    'too_large',
    `This request is too large: it can have at most ${Math.floor((routeOptions.bodyLimit ?? 0) / 1024)} KB.`,
  );

/** What may be asked twice: reading, what replaces or removes, and what carries a key by which the second time is known; forms with files are known by such a key among their fields, or by the files. */
const isRepeatable = ({ method, headers }: FastifyRequest) =>
  method !== 'POST' || headers['idempotency-key'] !== undefined || (headers['content-type'] ?? '').startsWith('multipart/');

/** Nobody may take for undone what may be done: trying again would do it twice. */
function answerOf(error: FastifyError | AppError, request: FastifyRequest): AppError {
  if (errorCode(error) === 'FST_ERR_CTP_BODY_TOO_LARGE') return tooLarge(request);
  if (error instanceof AppError || isRepeatable(request) || !mayHaveCommitted(error)) return toAppError(error);
  return new AppError(
    'unavailable',
    'The service stopped answering while it did this, and it may be done. Please look before you try again.',
    { cause: error },
  );
}

/** That too much waits is no fault: it is counted (platform/turns), and a line for each would be one more thing to do. */
const isExpected = ({ code, cause }: AppError) => code === 'unavailable' && cause === undefined;

/**
 * The one place where errors become answers. What is 500 and above carries a reference, and is logged under it, with its cause; the
 * request's span has it, too.
 */
export function handleError(error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const answer = answerOf(error, request);
  const body = failureBody(answer);
  if (answer.retryAfter !== undefined) reply.header('retry-after', String(answer.retryAfter));
  reply.code(answer.statusCode).header('cache-control', 'no-store');
  if (answer.statusCode < 500) return reply.send(body);
  const reference = toErrorReference(request.id);
  if (!isExpected(answer)) request.log.error(throttledError(answer.cause ?? answer, { reference }), 'The request failed');
  setSpanAttributes({ 'solvent.reference': reference });
  return reply.header(REFERENCE_HEADER, reference).send({ ...body, reference });
}

/** Answers what the framework refuses before it has found a route, such as an address that cannot be decoded. */
export function answerFrameworkError(error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  const answer = toAppError(error);
  const body = JSON.stringify(failureBody(answer));
  reply.hijack();
  reply.raw.writeHead(answer.statusCode, { 'content-type': 'application/json; charset=utf-8' }).end(body);
}
