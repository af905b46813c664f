import type { Redis } from 'ioredis';
import { startCallSpan, endSpan } from '../tracing/tracing.ts';
import type { RedisLink } from './redis.ts';

type OnCommandEnd = (command: string, seconds: number, error: unknown) => void;

/** Measures and traces commands, except blocking reads of the event stream. */
export function watchRedis({ commands, events }: RedisLink, onEnd: OnCommandEnd): void {
  for (const redis of [commands, events]) watchConnection(redis, onEnd);
}

function watchConnection(redis: Redis, onEnd: OnCommandEnd): void {
  const send = redis.sendCommand.bind(redis);
  redis.sendCommand = (command, stream) => {
    const startedAt = performance.now();
    const span = startCallSpan(command.name, { 'db.system.name': 'redis', 'db.operation.name': command.name });
    const end = (error?: unknown) => {
      onEnd(command.name, (performance.now() - startedAt) / 1000, error);
      endSpan(span, error);
    };
    command.promise.then(() => end(), end);
    return send(command, stream);
  };
}
