import { REFERENCE_HEADER } from '@solvent/contracts';
import type { FailureBody } from '@solvent/contracts';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { throttledError } from '../failure-log.ts';
import { AppError, notFound } from './app-error.ts';
import { errorCode } from './error-code.ts';
import { isDatabaseUnavailable, mayHaveCommitted } from './database-unavailable.ts';
import { toErrorReference } from './request-log.ts';
import { setSpanAttributes } from '../tracing/tracing.ts';

const FOREIGN_KEY_VIOLATION = '23503';
/** A violation by a deletion has another detail. */
const MISSING_REFERENCE = /is not present in table/;

/** Returns whether a referenced row was deleted after the request checked it. */
function isDeletedMeanwhile(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if (errorCode(error) === FOREIGN_KEY_VIOLATION) return 'detail' in error && MISSING_REFERENCE.test(String(error.detail));
  return 'cause' in error && isDeletedMeanwhile(error.cause);
}

function fromFramework({ statusCode = 500 }: FastifyError): AppError | undefined {
  if (statusCode === 413) return new AppError('too_large', 'This request is too large.');
  if (statusCode === 415) return new AppError('unsupported_type', 'Send this request as application/json.');
  if (statusCode === 404) return notFound();
  return statusCode >= 400 && statusCode < 500 ? new AppError('malformed', 'This request could not be read.') : undefined;
}

/** Converts an error for the response. Internal details remain in `cause`. */
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

export function failureBody({ code, message, errors }: AppError): FailureBody {
  return { status: false, code, message, ...(errors && { errors }) };
}

/**
 * Returns whether a request can be repeated. Multipart forms are deduplicated by a key among their fields, or by the hashes of
 * their files.
 */
const isRepeatable = ({ method, headers }: FastifyRequest) =>
  method !== 'POST' || headers['idempotency-key'] !== undefined || (headers['content-type'] ?? '').startsWith('multipart/');

/**
 * Converts an error of a request. If the request may have been committed, the error must not look like a failure, because a retry
 * would repeat the request.
 */
function toRequestError(error: FastifyError | AppError, request: FastifyRequest): AppError {
  if (errorCode(error) === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    const maxKb = Math.floor((request.routeOptions.bodyLimit ?? 0) / 1024);
    return new AppError('too_large', `This request is too large: it can have at most ${maxKb} KB.`);
  }
  if (error instanceof AppError || isRepeatable(request) || !mayHaveCommitted(error)) return toAppError(error);
  return new AppError(
    'unavailable',
    'The service stopped answering while it did this, and it may be done. Please look before you try again.',
    { cause: error },
  );
}

/** Returns whether the error needs no log line. Full queues are counted by metrics. */
const isExpected = ({ code, cause }: AppError) => code === 'unavailable' && cause === undefined;

/** Converts errors to responses. Those of 500 and above get a reference, and are logged with it and their cause. */
export function handleError(error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = toRequestError(error, request);
  const body = failureBody(failure);
  if (failure.retryAfter !== undefined) reply.header('retry-after', String(failure.retryAfter));
  reply.code(failure.statusCode).header('cache-control', 'no-store');
  if (failure.statusCode < 500) return reply.send(body);
  const reference = toErrorReference(request.id);
  if (!isExpected(failure)) request.log.error(throttledError(failure.cause ?? failure, { reference }), 'The request failed');
  setSpanAttributes({ 'solvent.reference': reference });
  return reply.header(REFERENCE_HEADER, reference).send({ ...body, reference });
}

/** Handles errors that occur before routing, such as an invalid URL. */
export function handleFrameworkError(error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  const failure = toAppError(error);
  const body = JSON.stringify(failureBody(failure));
  reply.hijack();
  reply.raw.writeHead(failure.statusCode, { 'content-type': 'application/json; charset=utf-8' }).end(body);
}
