import { tracingChannel } from 'node:diagnostics_channel';
import { Redis } from 'ioredis';

/** Traces all commands of this process, except blocking reads of the event stream. */
export const redisCalls = tracingChannel<unknown, { command: string }>('solvent:redis');

/** Publishes its commands. The channel of ioredis lacks those that fail without being sent, while Redis is down. */
export class TracedRedis extends Redis {
  override sendCommand(...[command, stream]: Parameters<Redis['sendCommand']>): unknown {
    redisCalls.tracePromise(() => command.promise, { command: command.name }).catch(() => undefined);
    return super.sendCommand(command, stream);
  }
}
