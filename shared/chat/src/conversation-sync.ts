import { PAGE_SIZES } from '@solvent/contracts';
import type { Message, MessagesAnswer } from '@solvent/contracts';
import { CatchUp } from './catch-up.ts';
import { GapBuffer, getLastSeq, merge, mergeOlder, mergePage } from './message-log.ts';
import type { MessageLog } from './message-log.ts';

/** Stores logs: the query cache, or a map in tests. */
export interface LogStore {
  /** Returns undefined for a conversation that was never opened. */
  read(conversationId: string): MessageLog | undefined;
  write(conversationId: string, log: MessageLog): void;
  ids(): string[];
}

/**
 * Fetches the earliest messages after `after`, at most one page.
 * @throws {Refused | SignedOut} if a retry is pointless, {TryLater} with a Retry-After, anything else to be retried
 */
export type FetchAfter = (conversationId: string, after: number) => Promise<MessagesAnswer>;

/** Fetches the earliest changes after `revision`, in order, at most one page. Throws like {@link FetchAfter}. */
export type FetchChanged = (conversationId: string, revision: number) => Promise<MessagesAnswer>;

interface SyncOptions {
  store: LogStore;
  fetchAfter: FetchAfter;
  fetchChanged: FetchChanged;
  /** Returns the delay (ms) after a number of failed attempts, from 1; by default {@link exponentialBackoff}. */
  backoff?: (tries: number) => number;
}

type NewestPage = Pick<MessagesAnswer, 'messages' | 'lastSeq' | 'revision'>;
type OlderPage = Pick<MessagesAnswer, 'messages' | 'revision'>;

/** Beyond this, the log restarts at the newest page: fetching page by page would take too long. */
const MAX_MISSING_MESSAGES = 1000;
/** Longest time that an own message behind a gap stays in the outbox. */
const GAP_TIMEOUT_MS = 2000;

/** `seq` starts at 1 and has no gaps. */
const hasOlder = ([first]: readonly Message[]): boolean => first !== undefined && first.seq > 1;

const delay = (duration: number) => new Promise<void>((resolve) => setTimeout(resolve, duration));

/**
 * Keeps the logs of open conversations in order of `seq`, without gaps or duplicates, although events are lost, late or repeated
 * (product 11.14). Sends requests only when something is missing.
 */
export class ConversationSync {
  readonly #gaps = new GapBuffer();
  readonly #latestRevisions = new Map<string, number>();
  readonly #catchUp: CatchUp;
  #catchUpCount = 0;

  constructor(private readonly options: SyncOptions) {
    this.#catchUp = new CatchUp((conversationId) => this.#fetchNext(conversationId), options.backoff);
  }

  /** Loads the newest page and starts the log with it. */
  async open(conversationId: string, loadNewest: () => Promise<NewestPage>): Promise<MessageLog> {
    const catchUpCount = this.#catchUpCount;
    const page = await loadNewest();
    const log = this.startLog(conversationId, page);
    // After a reconnection during the request, the page may lack events that never arrived.
    if (catchUpCount !== this.#catchUpCount) void this.catchUp(conversationId);
    return log;
  }

  /**
   * Writes the log from its newest page and the events received since the request. An existing log is kept unless there is a gap
   * before the page.
   * @returns the log as written
   */
  startLog(conversationId: string, { messages, lastSeq, revision }: NewestPage): MessageLog {
    const page = { messages, hasOlder: hasOlder(messages), revision };
    const known = this.options.store.read(conversationId);
    this.#recordRevision(conversationId, revision);
    const log = known ? this.#limitRevision(conversationId, mergePage(known, page), revision) : page;
    this.options.store.write(conversationId, log);
    this.#mergeIntoLog(conversationId, []);
    const merged = this.options.store.read(conversationId) ?? log;
    const isMissing = this.#hasGap(conversationId) || getLastSeq(merged) < lastSeq || this.#isMissingChanges(conversationId);
    if (isMissing) void this.#catchUp.ensureRunning(conversationId);
    return merged;
  }

  /** Adds a message from the socket or from a response, and fetches what is missing before it. */
  receive(message: Message): void {
    if (this.options.store.read(message.conversationId) === undefined) {
      this.#gaps.add(message);
      return;
    }
    this.#mergeIntoLog(message.conversationId, [message]);
    if (this.#hasGap(message.conversationId)) void this.#catchUp.ensureRunning(message.conversationId);
  }

  /**
   * Applies a changed message from the socket or from a response, and fetches missing changes before it. A message that is not
   * yet in the log is added.
   */
  change(message: Message): void {
    const { conversationId, revision, seq } = message;
    this.#recordRevision(conversationId, revision);
    this.receive(message);
    const log = this.options.store.read(conversationId);
    if (log === undefined) return;
    if (revision === log.revision + 1 && seq <= getLastSeq(log)) this.#write(conversationId, log, { ...log, revision });
    if (this.#isMissingChanges(conversationId)) void this.#catchUp.ensureRunning(conversationId);
  }

  /** Resolves once the message is in its log, after {@link GAP_TIMEOUT_MS} at the latest, or if there is no log. */
  async waitUntilLogged({ conversationId, seq }: Message): Promise<void> {
    const log = this.options.store.read(conversationId);
    if (!log || getLastSeq(log) >= seq) return;
    await Promise.race([this.catchUp(conversationId), delay(GAP_TIMEOUT_MS)]);
  }

  /**
   * Fetches what is missing in one conversation, or in all that have a log; call it on every (re)connection. Resolves when
   * nothing is missing, or on `close`. A call during a retry delay retries at once.
   */
  async catchUp(conversationId?: string): Promise<void> {
    if (conversationId === undefined) this.#catchUpCount += 1;
    const ids = conversationId === undefined ? this.options.store.ids() : [conversationId];
    await Promise.all(ids.map((id) => this.#catchUp.rerun(id)));
  }

  /** Adds a page before the first message; ignores a page that is not adjacent. */
  prepend(conversationId: string, { messages, revision }: OlderPage): void {
    const log = this.options.store.read(conversationId);
    if (!log) return;
    this.#recordRevision(conversationId, log.revision);
    const merged = mergeOlder(log, messages, hasOlder(messages));
    this.#write(conversationId, log, merged === log ? log : this.#limitRevision(conversationId, merged, revision));
    if (this.#isMissingChanges(conversationId)) void this.#catchUp.ensureRunning(conversationId);
  }

  close(): void {
    this.#catchUp.close();
  }

  #recordRevision(conversationId: string, revision: number): void {
    const latest = this.#latestRevisions.get(conversationId) ?? 0;
    if (revision > latest) this.#latestRevisions.set(conversationId, revision);
  }

  #isMissingChanges(conversationId: string): boolean {
    const log = this.options.store.read(conversationId);
    return log !== undefined && log.revision < (this.#latestRevisions.get(conversationId) ?? 0);
  }

  /** A log is only as recent as the oldest response in it. */
  #limitRevision(conversationId: string, log: MessageLog, revision: number): MessageLog {
    this.#recordRevision(conversationId, log.revision);
    return log.revision > revision ? { ...log, revision } : log;
  }

  #hasGap(conversationId: string): boolean {
    return this.#gaps.get(conversationId).length > 0;
  }

  /**
   * Merges messages, and those buffered for this log.
   * @param revision of the response; omitted for events, which are current
   */
  #mergeIntoLog(conversationId: string, incoming: readonly Message[], revision = Infinity): void {
    const log = this.options.store.read(conversationId);
    if (log === undefined) return;
    const merged = merge(log, [...incoming, ...this.#gaps.get(conversationId)]);
    this.#gaps.set(conversationId, merged.deferred);
    this.#write(conversationId, log, merged.log === log ? log : this.#limitRevision(conversationId, merged.log, revision));
  }

  #write(conversationId: string, before: MessageLog, after: MessageLog): void {
    if (after !== before && !this.#catchUp.closed) this.options.store.write(conversationId, after);
  }

  /**
   * Sends one request for the messages after the log.
   * @returns whether nothing is missing
   * @throws what `fetchAfter` throws, and an error if the response is older than a received event
   */
  async #fetchNext(conversationId: string): Promise<boolean> {
    const { store, fetchAfter } = this.options;
    const requested = store.read(conversationId);
    if (requested === undefined) return true;
    const latestBuffered = this.#gaps.getLatestSeq(conversationId);
    const { messages, lastSeq, revision } = await fetchAfter(conversationId, getLastSeq(requested));
    this.#recordRevision(conversationId, revision);
    if (lastSeq - getLastSeq(store.read(conversationId)) > MAX_MISSING_MESSAGES) return this.#restartLog(conversationId, lastSeq);
    this.#mergeIntoLog(conversationId, messages, revision);
    const waitUntilLogged = getLastSeq(store.read(conversationId));
    if (waitUntilLogged < lastSeq && waitUntilLogged === getLastSeq(requested))
      throw new Error('The answer did not bring what follows.');
    if (lastSeq < latestBuffered && this.#hasGap(conversationId)) throw new Error('The answer is older than what was heard.');
    return waitUntilLogged >= lastSeq && !this.#hasGap(conversationId) && this.#fetchMissingChanges(conversationId);
  }

  /**
   * Sends one request for missing changes, if there are any.
   * @returns whether none is missing
   * @throws what `fetchChanged` throws, and an error if the response is older than a received event
   */
  async #fetchMissingChanges(conversationId: string): Promise<boolean> {
    const log = this.options.store.read(conversationId);
    if (log === undefined || !this.#isMissingChanges(conversationId)) return true;
    const { messages, revision: now, totalPages } = await this.options.fetchChanged(conversationId, log.revision);
    this.#recordRevision(conversationId, now);
    this.#mergeIntoLog(conversationId, messages);
    const changed = this.options.store.read(conversationId);
    const upTo = totalPages > 1 ? (messages.at(-1)?.revision ?? log.revision) : now;
    // An older page that arrived during the request lowered the revision: the next request covers it.
    if (changed && changed.revision >= log.revision && upTo > changed.revision)
      this.#write(conversationId, changed, { ...changed, revision: upTo });
    if (upTo <= log.revision) throw new Error('The answer is older than what was heard.');
    return !this.#isMissingChanges(conversationId);
  }

  /** Restarts the log at the newest page; what precedes it becomes older messages. */
  async #restartLog(conversationId: string, lastSeq: number): Promise<boolean> {
    const { messages, revision } = await this.options.fetchAfter(conversationId, lastSeq - PAGE_SIZES.messages);
    const log = this.options.store.read(conversationId);
    if (log === undefined) return true;
    const restarted = mergePage(log, { messages, hasOlder: true, revision });
    this.#write(conversationId, log, this.#limitRevision(conversationId, restarted, revision));
    this.#mergeIntoLog(conversationId, []);
    return false;
  }
}
