import { PAGE_SIZES } from '@solvent/contracts';
import type { Message, MessagesResponse } from '@solvent/contracts';
import { CatchUp } from './catch-up.ts';
import { GapBuffer, getLastSeq, merge, mergeOlder, mergePage } from './message-log.ts';
import type { MessageLog } from './message-log.ts';

export interface LogStore {
  read(conversationId: string): MessageLog | undefined;
  write(conversationId: string, log: MessageLog): void;
  ids(): string[];
}

/** Fetches the earliest page after `after`. @throws {Refused | SignedOut} if a retry is pointless, {TryLater} to delay it */
export type FetchAfter = (conversationId: string, after: number) => Promise<MessagesResponse>;

/** Fetches a page of changes after `revision`, in order. Throws like {@link FetchAfter}. */
export type FetchChanged = (conversationId: string, revision: number) => Promise<MessagesResponse>;

interface SyncOptions {
  store: LogStore;
  fetchAfter: FetchAfter;
  fetchChanged: FetchChanged;
  backoff?: (tries: number) => number;
}

type NewestPage = Pick<MessagesResponse, 'messages' | 'lastSeq' | 'revision'>;
type OlderPage = Pick<MessagesResponse, 'messages' | 'revision'>;

/** Beyond this, the log restarts at the newest page: fetching page by page would take too long. */
const MAX_MISSING_MESSAGES = 1000;
/** Longest time that an own message behind a gap stays in the outbox. */
const GAP_TIMEOUT_MS = 2000;

/** `seq` starts at 1 and has no gaps. */
const hasOlder = ([first]: readonly Message[]): boolean => first !== undefined && first.seq > 1;

const delay = (duration: number) => new Promise<void>((resolve) => setTimeout(resolve, duration));

/** Keeps logs in order of `seq`, without gaps or duplicates, although events are lost, late or repeated (product 11.14). */
export class ConversationSync {
  readonly #gaps = new GapBuffer();
  readonly #latestRevisions = new Map<string, number>();
  readonly #catchUp: CatchUp;
  #catchUpCount = 0;

  constructor(private readonly options: SyncOptions) {
    this.#catchUp = new CatchUp((conversationId) => this.#fetchNext(conversationId), options.backoff);
  }

  async open(conversationId: string, loadNewest: () => Promise<NewestPage>): Promise<MessageLog> {
    const catchUpCount = this.#catchUpCount;
    const page = await loadNewest();
    const log = this.startLog(conversationId, page);
    // After a reconnection during the request, the page may lack events that never arrived.
    if (catchUpCount !== this.#catchUpCount) void this.catchUp(conversationId);
    return log;
  }

  /** Starts or extends a log with its newest page and buffered events. Replaces a log that ends before the page. */
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

  /** Applies a changed message, adds it if it is new, and fetches missing changes before it. */
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

  /** Fetches missing messages of one conversation or of all; call it on every (re)connection. Ends retry delays. Resolves when complete. */
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

  /** Merges new and buffered messages into the log. @param revision of the response; omit for events */
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

  /** Requests messages after the log. @returns whether the log is complete @throws if the response is older than an event */
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
      throw new Error('The response has no messages after the log.');
    if (lastSeq < latestBuffered && this.#hasGap(conversationId)) throw new Error('The response is older than a received event.');
    return waitUntilLogged >= lastSeq && !this.#hasGap(conversationId) && this.#fetchMissingChanges(conversationId);
  }

  /** Requests missing changes, if any. Returns and throws like `#fetchNext`. */
  async #fetchMissingChanges(conversationId: string): Promise<boolean> {
    const log = this.options.store.read(conversationId);
    if (log === undefined || !this.#isMissingChanges(conversationId)) return true;
    const { messages, revision: now, totalPages } = await this.options.fetchChanged(conversationId, log.revision);
    this.#recordRevision(conversationId, now);
    this.#mergeIntoLog(conversationId, messages);
    const changed = this.options.store.read(conversationId);
    const upTo = totalPages > 1 ? (messages.at(-1)?.revision ?? log.revision) : now;
    // Keeps a revision that an older page lowered during the request; the next request fetches those changes.
    if (changed && changed.revision >= log.revision && upTo > changed.revision)
      this.#write(conversationId, changed, { ...changed, revision: upTo });
    if (upTo <= log.revision) throw new Error('The response is older than a received event.');
    return !this.#isMissingChanges(conversationId);
  }

  /** Restarts the log at the newest page; earlier messages can be loaded like other older ones. */
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
