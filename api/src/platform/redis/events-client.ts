import { Redis } from 'ioredis';
import type { Command, RedisOptions } from 'ioredis';

/** Events that wait for Redis at most; what is said beyond is said here only. */
const WAITING_MAX = 5000;
/** An addition to the stream that takes longer (ms) counts as one that failed. */
const TIMEOUT = 1000;
/** A connection over which an answer is this late (ms) is taken for dead: longer than reads wait. */
const SILENCE_OF_READS_MAX = 5000;
/** How the adapter writes that an event is worth nothing later on (Socket.IO's `volatile`). Texts have their quotes escaped. */
const VOLATILE = '"volatile":true';

type SendArguments = Parameters<Redis['sendCommand']>;

/** A connection on which the adapter waits for events. */
class Follower extends Redis {
  readonly #events: EventsClient;

  constructor(events: EventsClient) {
    super({ ...events.options, socketTimeout: SILENCE_OF_READS_MAX, replyMapping: 'legacy' });
    this.#events = events;
  }

  /**
   * The adapter asks for `$`, what comes from now on, until it has read something: what comes between two reads, or while the
   * connection is broken, would be left out.
   */
  override sendCommand(...[command, stream]: SendArguments): unknown {
    if (command.name === 'xread') {
      const from = String(command.args.pop());
      if (from !== '$') this.#events.position = from;
      command.args.push(this.#events.position ?? from);
    }
    const sending = super.sendCommand(command, stream);
    // The adapter does not look at how its SUBSCRIBE ends: a server that ends meanwhile lets it fail.
    command.promise.catch(() => undefined);
    return sending;
  }
}

/**
 * The client of the Socket.IO adapter. What it adds to the stream while Redis is away fails at once, so that the pages of this
 * server hear of it, and goes out, in order, as soon as Redis is back.
 */
export class EventsClient extends Redis {
  /** What the adapter has made of it: the reader first. */
  readonly followers: Redis[] = [];
  /** Id of the entry that was read last. */
  position: string | undefined;
  #waiting = 0;

  // No `commandTimeout`: whatever waits is dropped where a question of the handshake is not answered in time.
  constructor(url: string, options: RedisOptions) {
    super(url, { ...options, maxRetriesPerRequest: null, replyMapping: 'legacy' });
    this.on('ready', () => {
      this.#waiting = 0;
    });
  }

  // As the adapter asks for it.
  override duplicate(): ReturnType<Redis['duplicate']> {
    const follower = new Follower(this);
    this.followers.push(follower);
    return follower;
  }

  override sendCommand(...[command, stream]: SendArguments): unknown {
    if (command.name !== 'xadd') return super.sendCommand(command, stream);
    if (this.status === 'ready') {
      command.setTimeout(TIMEOUT);
      return super.sendCommand(command, stream);
    }
    if (this.#mayWait(command)) super.sendCommand(command, stream);
    command.reject(new Error('Redis is away'));
    return command.promise;
  }

  #mayWait({ args }: Command): boolean {
    if (this.#waiting >= WAITING_MAX || String(args.at(-1)).includes(VOLATILE)) return false;
    this.#waiting += 1;
    return true;
  }
}
