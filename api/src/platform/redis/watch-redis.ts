import type { Redis } from 'ioredis';
import { startCallSpan, endSpan } from '../tracing/tracing.ts';
import type { RedisLink } from './redis.ts';

/** Hears of each command that ended, and after how many seconds. */
export type RedisWatcher = (command: string, seconds: number, error: unknown) => void;

/** Measures what is asked of Redis, and makes each command a span of the work that it is part of. Reads that wait for events are left out. */
export function watchRedis({ commands, events }: RedisLink, ended: RedisWatcher): void {
  for (const redis of [commands, events]) watchConnection(redis, ended);
}

function watchConnection(redis: Redis, ended: RedisWatcher): void {
  const send = redis.sendCommand.bind(redis);
  redis.sendCommand = (command, stream) => {
    const begun = performance.now();
    const span = startCallSpan(command.name, { 'db.system.name': 'redis', 'db.operation.name': command.name });
    const end = (error?: unknown) => {
      ended(command.name, (performance.now() - begun) / 1000, error);
      endSpan(span, error);
    };
    command.promise.then(() => end(), end);
    return send(command, stream);
  };
}
