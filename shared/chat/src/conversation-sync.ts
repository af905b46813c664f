import { PAGE_SIZES } from '@solvent/contracts';
import type { Message, MessagesAnswer } from '@solvent/contracts';
import { CatchUp } from './catch-up.ts';
import { GapBuffer, getLastSeq, merge, mergeOlder, mergePage } from './message-log.ts';
import type { MessageLog } from './message-log.ts';

/** Where logs are kept (the query cache; a map in tests). */
export interface LogStore {
  /** Undefined: nobody has opened this conversation. */
  read(conversationId: string): MessageLog | undefined;
  write(conversationId: string, log: MessageLog): void;
  /** The conversations that have a log. */
  ids(): string[];
}

/**
 * Asks for the earliest that follow `after`, at most a page. Throws `Refused` or `SignedOut` where asking again is of no use,
 * `TryLater` where the server says when, and anything else for "try again".
 */
export type FetchAfter = (conversationId: string, after: number) => Promise<MessagesAnswer>;

/** Asks for those that were changed after `revision`, in that order, at most a page. Throws as {@link FetchAfter}. */
export type FetchChanged = (conversationId: string, revision: number) => Promise<MessagesAnswer>;

interface SyncOptions {
  store: LogStore;
  fetchAfter: FetchAfter;
  fetchChanged: FetchChanged;
  /** How long to wait (ms) after that many failed tries (from 1); the default grows from 1 s to 30 s with jitter. */
  backoff?: (tries: number) => number;
}

type NewestPage = Pick<MessagesAnswer, 'messages' | 'lastSeq' | 'revision'>;
type OlderPage = Pick<MessagesAnswer, 'messages' | 'revision'>;

/** With more missing than this, walking page after page would take longer than a person waits: the log starts anew. */
const MAX_MISSING_MESSAGES = 1000;
/** An own message that stands behind a gap is waited for this long (ms) before it leaves the outbox. */
const GAP_TIMEOUT_MS = 2000;

/** Messages count from 1 without a gap. */
const hasOlder = ([first]: readonly Message[]): boolean => first !== undefined && first.seq > 1;

const delay = (duration: number) => new Promise<void>((resolve) => setTimeout(resolve, duration));

/**
 * Keeps the logs of open conversations whole: each message once, in order, whatever came twice, late or not at all
 * (product 11.14). Nothing is asked for until something is missing.
 */
export class ConversationSync {
  readonly #gaps = new GapBuffer();
  /** The latest change of each conversation that was heard of. */
  readonly #latestRevisions = new Map<string, number>();
  readonly #catchUp: CatchUp;
  /** How often everything was asked for anew. */
  #catchUpCount = 0;

  constructor(private readonly options: SyncOptions) {
    this.#catchUp = new CatchUp((conversationId) => this.#fetchNext(conversationId), options.backoff);
  }

  /** Loads the newest page, with which a log begins. */
  async open(conversationId: string, loadNewest: () => Promise<NewestPage>): Promise<MessageLog> {
    const catchUpCount = this.#catchUpCount;
    const page = await loadNewest();
    const log = this.startLog(conversationId, page);
    // The connection came back meanwhile: the page may lack what was never heard.
    if (catchUpCount !== this.#catchUpCount) void this.catchUp(conversationId);
    return log;
  }

  /**
   * The newest page of a conversation was loaded: writes its log, with what came by the socket since it was asked for. Where there
   * is a log, what it has stays, unless the page begins after a gap behind it.
   *
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

  /** A message that came by the socket, or as the answer to its sending. Where some are missing before it, asks for them. */
  receive(message: Message): void {
    if (this.options.store.read(message.conversationId) === undefined) {
      this.#gaps.add(message);
      return;
    }
    this.#mergeIntoLog(message.conversationId, [message]);
    if (this.#hasGap(message.conversationId)) void this.#catchUp.ensureRunning(message.conversationId);
  }

  /**
   * Another state of a message that came by the socket, or as the answer to its change. Where changes before it are missing, asks
   * for them; of a message that has not come yet, it is the message.
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

  /** Resolves once a message stands in its log, if there is one: where others are missing before it, they are asked for. */
  async waitUntilLogged({ conversationId, seq }: Message): Promise<void> {
    const log = this.options.store.read(conversationId);
    if (!log || getLastSeq(log) >= seq) return;
    await Promise.race([this.catchUp(conversationId), delay(GAP_TIMEOUT_MS)]);
  }

  /**
   * Asks for what came since, in one conversation or in all that have a log: at every (re)connection. Resolves when nothing is
   * missing (or `close`). At most one request at once for each conversation; a failed one is tried again, at once when this is
   * called meanwhile. Where more than 1,000 are missing the log starts anew with the newest page.
   */
  async catchUp(conversationId?: string): Promise<void> {
    if (conversationId === undefined) this.#catchUpCount += 1;
    const ids = conversationId === undefined ? this.options.store.ids() : [conversationId];
    await Promise.all(ids.map((id) => this.#catchUp.rerun(id)));
  }

  /** Puts older messages before the first one; nothing happens where they do not reach up to it. */
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

  /** A log is as old as the oldest answer in it: what was changed since is asked for. */
  #limitRevision(conversationId: string, log: MessageLog, revision: number): MessageLog {
    this.#recordRevision(conversationId, log.revision);
    return log.revision > revision ? { ...log, revision } : log;
  }

  #hasGap(conversationId: string): boolean {
    return this.#gaps.get(conversationId).length > 0;
  }

  /**
   * Puts messages into the log, together with those that were held for it.
   *
   * @param revision of the answer that brought them; absent: they are as late as what they tell of
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
   * Asks once for what follows the log.
   *
   * @returns whether nothing is missing
   * @throws what `fetchAfter` throws, and an error where the answer does not bring what was heard of
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
   * Asks once for the changes that the log lacks, if there are any.
   *
   * @returns whether none is missing
   * @throws what `fetchChanged` throws, and an error where the answer is older than what was heard
   */
  async #fetchMissingChanges(conversationId: string): Promise<boolean> {
    const log = this.options.store.read(conversationId);
    if (log === undefined || !this.#isMissingChanges(conversationId)) return true;
    const { messages, revision: now, totalPages } = await this.options.fetchChanged(conversationId, log.revision);
    this.#recordRevision(conversationId, now);
    this.#mergeIntoLog(conversationId, messages);
    const changed = this.options.store.read(conversationId);
    const upTo = totalPages > 1 ? (messages.at(-1)?.revision ?? log.revision) : now;
    // An older page that came meanwhile has set it back: its changes are asked for next.
    if (changed && changed.revision >= log.revision && upTo > changed.revision)
      this.#write(conversationId, changed, { ...changed, revision: upTo });
    if (upTo <= log.revision) throw new Error('The answer is older than what was heard.');
    return !this.#isMissingChanges(conversationId);
  }

  /** Shows the newest page: what lies before it is above, as older messages are. */
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
