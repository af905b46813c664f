import { getHeapStatistics } from 'node:v8';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.ts';
import { isMultipart } from '../http/request-bodies.ts';
import { getNetwork, WIDEST_PREFIX_BITS } from '../http/network.ts';
import { bearerToken } from '../http/request-headers.ts';
import { SAFE_METHODS } from '../limits/register-limits.ts';
import { BUSY } from './limiters.ts';
import type { ConcurrencyLimiters } from './limiters.ts';

/** A mean over a second. One long task among many short ones is no overload. */
const MAX_EVENT_LOOP_DELAY_MS = 1000;
/** Above this, V8 mostly collects garbage. */
const MAX_HEAP_USED_BYTES = 0.9 * getHeapStatistics().heap_size_limit;

/** Rejects requests of this scope with 503 while the heap is full, or the event loop is late and requests wait for each other. */
export async function rejectOverload(app: FastifyInstance, { requests }: Pick<ConcurrencyLimiters, 'requests'>): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: MAX_EVENT_LOOP_DELAY_MS,
    maxHeapUsedBytes: MAX_HEAP_USED_BYTES,
    pressureHandler: async (_request, _reply, type) => {
      // Also late are the first requests of a process that has just started.
      const isLate = type === underPressure.TYPE_EVENT_LOOP_DELAY;
      if (isLate && requests.counts.waiting === 0 && app.memoryUsage().heapUsed <= MAX_HEAP_USED_BYTES) return;
      throw new AppError('unavailable', BUSY.rejectionMessage, { retryAfter: BUSY.retryAfterSeconds });
    },
  });
}

/** Created once, because every request ends with this error, and capturing a stack is slow. */
const CLOSED = new Error('The connection was closed.');

interface Admission {
  /** Aborts when the connection closes. */
  closed: AbortSignal;
  slots: (() => void)[];
}

/** Uploads take minutes, and sign-ins have a fair queue of their own. */
const takesLong = (request: FastifyRequest) => {
  const { config, schema } = request.routeOptions;
  // Routes of the same scope without a form accept this content type, too.
  const isUpload = schema?.consumes?.includes('multipart/form-data') === true && isMultipart(request);
  return isUpload || config.signsIn !== undefined;
};

const isWrite = ({ method }: FastifyRequest) => !SAFE_METHODS.has(method);

/** Limits requests in flight per session and per network until their response is sent, except while a body arrives. */
export function limitConcurrentRequests(
  app: FastifyInstance,
  limiters: Pick<ConcurrencyLimiters, 'requests' | 'sessionRequests'>,
): void {
  const admissions = new WeakMap<FastifyRequest, Admission>();
  const acquire = async (request: FastifyRequest, { closed, slots }: Admission) => {
    const token = bearerToken(request);
    // The session first: a request that waits for it holds no slot of the network.
    if (token !== undefined) slots.push(await limiters.sessionRequests.acquire(token, closed));
    slots.push(await limiters.requests.acquire(getNetwork(request.ip, WIDEST_PREFIX_BITS), closed));
  };
  const release = (request: FastifyRequest) => {
    const slots = admissions.get(request)?.slots.splice(0) ?? [];
    // Other pending work of the process runs before the next request.
    setImmediate(() => slots.forEach((releaseSlot) => releaseSlot()));
  };
  app.addHook('onRequest', async (request, { raw }) => {
    const closed = new AbortController();
    raw.once('close', () => closed.abort(CLOSED));
    const admission = { closed: closed.signal, slots: [] };
    admissions.set(request, admission);
    await acquire(request, admission);
  });
  // Runs after the rate limits, which are in a hook of the application.
  app.addHook('preParsing', async (request) => {
    if (isWrite(request)) release(request);
  });
  app.addHook('preValidation', async (request) => {
    const admission = admissions.get(request);
    if (admission && isWrite(request) && !takesLong(request)) await acquire(request, admission);
  });
  // Also runs for rejected and aborted requests, and before the first byte of a stream.
  app.addHook('onSend', async (request) => release(request));
}
