import { LRUCache } from 'lru-cache';
import type { FastifyBaseLogger } from 'fastify';
import type { AppError } from '../errors/app-error.ts';
import { toAppError } from '../errors/error-handler.ts';
import { throttledError } from '../failure-log.ts';
import { isId } from '../is-id.ts';
import type { SocketMetrics } from '../metrics/metrics.ts';
import { TokenBucket } from '../token-bucket.ts';
import { readTraceparent, withSpan } from '../tracing/tracing.ts';
import type { ServerSocket } from './admission.ts';
import type { ReceiveMessage } from './realtime.ts';

const MAX_WATCHED = 50;
const MIN_TYPING_INTERVAL_MS = 1000;
/** A block takes effect afterwards. */
const PARTICIPANT_TTL_MS = 10_000;
const MAX_PARTICIPANTS = 10_000;
const LOOKUP_RATE = { size: 20, perSecond: 20 / 60 };

/** Null if the user does not participate, or one of the two has blocked the other. */
export type FindOtherParticipant = (conversationId: string, userId: string) => Promise<string | null>;

/** Returns the Socket.IO room of the pages that show a problem. Ids are case-insensitive. */
export const problemRoom = (id: string): string => `problem:${id.toLowerCase()}`;

const isProblemRoom = (room: string) => room.startsWith(problemRoom(''));

/** Lets a page watch problems, which are public. Ignores invalid ids, and more than {@link MAX_WATCHED} problems. */
export function handleWatching(socket: ServerSocket): void {
  socket.on('watch_problem', (id: unknown) => {
    if (!isId(id)) return;
    if ([...socket.rooms].filter(isProblemRoom).length < MAX_WATCHED) void socket.join(problemRoom(id));
  });
  socket.on('unwatch_problem', (id: unknown) => {
    if (isId(id)) void socket.leave(problemRoom(id));
  });
}

/** @returns a handler that forwards `typing` to the other participant, and ignores invalid, unauthorized and too frequent events */
export function createTypingHandler(
  find: FindOtherParticipant,
  notify: (otherId: string, typing: { conversationId: string; userId: string }) => void,
): (socket: ServerSocket) => void {
  const participants = new LRUCache<string, { other: Promise<string | null>; notifiedAt: number }>({
    max: MAX_PARTICIPANTS,
    ttl: PARTICIPANT_TTL_MS,
    perf: Date,
  });
  return (socket) => {
    const { userId } = socket.data;
    const lookups = new TokenBucket(LOOKUP_RATE);
    const lookUp = (conversationId: string, key: string) => {
      if (!lookups.take()) return undefined;
      const other = find(conversationId, userId).catch(() => {
        participants.delete(key);
        return null;
      });
      const found = { other, notifiedAt: Number.NEGATIVE_INFINITY };
      participants.set(key, found);
      return found;
    };
    socket.on('typing', async (id: unknown) => {
      if (!isId(id)) return;
      const conversationId = id.toLowerCase();
      const key = `${userId} ${conversationId}`;
      const entry = participants.get(key) ?? lookUp(conversationId, key);
      const now = Date.now();
      if (entry === undefined || now - entry.notifiedAt < MIN_TYPING_INTERVAL_MS) return;
      entry.notifiedAt = now;
      const other = await entry.other;
      if (other !== null) notify(other, { conversationId, userId });
    });
  };
}

/** Ignores messages without an acknowledgment, whose sender would not learn the outcome. */
export function handleMessages(
  socket: ServerSocket,
  ip: string,
  receive: ReceiveMessage,
  { log, metrics }: { log: FastifyBaseLogger; metrics: SocketMetrics },
): void {
  const { userId, sessionId } = socket.data;
  const handleFailure = (error: unknown) => {
    // Accepts any error: unknown ones become `internal`.
    const { code, cause } = toAppError(error as AppError);
    metrics.sendFailed.inc({ reason: code });
    if (cause !== undefined) log.warn(throttledError(cause), 'A message sent over a socket was not stored');
    return null;
  };
  socket.on('send_message', async (payload: unknown, acknowledge: unknown) => {
    if (typeof acknowledge !== 'function') return;
    const span = { name: 'send_message', kind: 'server' } as const;
    const receiving = withSpan(span, readTraceparent(payload), () => receive({ userId, sessionId, ip }, payload));
    acknowledge(await receiving.catch(handleFailure));
  });
}
