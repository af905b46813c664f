import type { Message } from '@solvent/contracts';
import type { QueryClient } from '@solvent/http';
import { createLogKeeper } from '@solvent/socket/message-log';
import type { LogKeeper, LogStore, MessageLog } from '@solvent/socket/message-log';
import { cachedLogs } from './cached-logs.ts';
import { logsKey } from './chat-keys.ts';
import { fetchAfter, fetchLatest, hasOlder } from './messages-query.ts';

/** An own message that stands behind a gap is waited for this long (ms) before its echo goes. */
const GAP_PATIENCE = 2000;

const pause = (duration: number) => new Promise<void>((resolve) => setTimeout(resolve, duration));

/** The open logs of one person. */
export class ChatLogs {
  readonly #store: LogStore;
  readonly #keeper: LogKeeper;
  /** Logs whose first page was under way when the connection came back: it may lack what was never heard. */
  readonly #doubtful = new Set<string>();

  constructor(
    private readonly client: QueryClient,
    private readonly userId: string,
  ) {
    this.#store = cachedLogs(client, userId);
    this.#keeper = createLogKeeper({ store: this.#store, fetchAfter });
  }

  /** Asks for the newest 100 messages, with which a log begins. */
  async open(conversationId: string, signal: AbortSignal): Promise<MessageLog> {
    const page = await fetchLatest(conversationId, signal);
    // The person may be gone meanwhile, and what is theirs with them.
    signal.throwIfAborted();
    const log = this.#keeper.begin(conversationId, page);
    if (this.#doubtful.delete(conversationId)) void this.#keeper.catchUp(conversationId);
    return log;
  }

  /** A message came: by the socket, or as the answer to its sending. */
  receive(message: Message): void {
    this.#keeper.receive(message);
  }

  /** Puts older messages before the first one. */
  prepend(conversationId: string, older: Message[]): void {
    this.#keeper.prepend(conversationId, older, hasOlder(older));
  }

  /** Somebody has read up to `seq`. */
  noteRead(position: { conversationId: string; userId: string; seq: number }): void {
    this.#keeper.noteRead(position);
  }

  /** Asks for whatever happened while nothing was heard. */
  catchUp(): void {
    for (const [key, log] of this.client.getQueriesData({ queryKey: logsKey(this.userId) })) {
      if (log === undefined) this.#doubtful.add(String(key.at(-1)));
    }
    void this.#keeper.catchUp();
  }

  /** Resolves once a message stands in its log, if there is one: where others are missing before it, they are asked for. */
  async shown(message: Message): Promise<void> {
    const log = this.#store.read(message.conversationId);
    if (!log || (log.messages.at(-1)?.seq ?? 0) >= message.seq) return;
    await Promise.race([this.#keeper.catchUp(message.conversationId), pause(GAP_PATIENCE)]);
  }

  close(): void {
    this.#keeper.close();
  }
}
