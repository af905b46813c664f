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

interface SyncPorts {
  store: LogStore;
  fetchAfter: FetchAfter;
  fetchChanged: FetchChanged;
  /** How long to wait (ms) after that many failed tries (from 1); the default grows from 1 s to 30 s with jitter. */
  backoff?: (tries: number) => number;
}

type NewestPage = Pick<MessagesAnswer, 'messages' | 'lastSeq' | 'revision'>;
type OlderPage = Pick<MessagesAnswer, 'messages' | 'revision'>;

/** With more missing than this, walking page after page would take longer than a person waits: the log starts anew. */
const WALKED_AT_MOST = 1000;
/** An own message that stands behind a gap is waited for this long (ms) before it leaves the outbox. */
const GAP_TIMEOUT = 2000;

/** Messages count from 1 without a gap. */
const hasOlder = ([first]: readonly Message[]): boolean => first !== undefined && first.seq > 1;

const pause = (duration: number) => new Promise<void>((resolve) => setTimeout(resolve, duration));

/**
 * Keeps the logs of open conversations whole: each message once, in order, whatever came twice, late or not at all
 * (product 11.14). Nothing is asked for until something is missing.
 */
export class ConversationSync {
  readonly #gaps = new GapBuffer();
  /** The latest change of each conversation that was heard of. */
  readonly #heardRevision = new Map<string, number>();
  readonly #catchUp: CatchUp;
  /** How often everything was asked for anew. */
  #catchUps = 0;

  constructor(private readonly ports: SyncPorts) {
    this.#catchUp = new CatchUp((conversationId) => this.#step(conversationId), ports.backoff);
  }

  /** Loads the newest page, with which a log begins. */
  async open(conversationId: string, loadNewest: () => Promise<NewestPage>): Promise<MessageLog> {
    const catchUps = this.#catchUps;
    const page = await loadNewest();
    const log = this.begin(conversationId, page);
    // The connection came back meanwhile: the page may lack what was never heard.
    if (catchUps !== this.#catchUps) void this.catchUp(conversationId);
    return log;
  }

  /**
   * The newest page of a conversation was loaded: writes its log, with what came by the socket since it was asked for. Where there
   * is a log, what it has stays, unless the page begins after a gap behind it.
   *
   * @returns the log as written
   */
  begin(conversationId: string, { messages, lastSeq, revision }: NewestPage): MessageLog {
    const page = { messages, hasOlder: hasOlder(messages), revision };
    const known = this.ports.store.read(conversationId);
    this.#noteChange(conversationId, revision);
    const log = known ? this.#asOld(conversationId, mergePage(known, page), revision) : page;
    this.ports.store.write(conversationId, log);
    this.#take(conversationId, []);
    const whole = this.ports.store.read(conversationId) ?? log;
    const isMissing = this.#hasGap(conversationId) || getLastSeq(whole) < lastSeq || this.#lacksChanges(conversationId);
    if (isMissing) void this.#catchUp.need(conversationId);
    return whole;
  }

  /** A message that came by the socket, or as the answer to its sending. Where some are missing before it, asks for them. */
  receive(message: Message): void {
    if (this.ports.store.read(message.conversationId) === undefined) {
      this.#gaps.add(message);
      return;
    }
    this.#take(message.conversationId, [message]);
    if (this.#hasGap(message.conversationId)) void this.#catchUp.need(message.conversationId);
  }

  /**
   * Another state of a message that came by the socket, or as the answer to its change. Where changes before it are missing, asks
   * for them; of a message that has not come yet, it is the message.
   */
  change(message: Message): void {
    const { conversationId, revision, seq } = message;
    this.#noteChange(conversationId, revision);
    this.receive(message);
    const log = this.ports.store.read(conversationId);
    if (log === undefined) return;
    if (revision === log.revision + 1 && seq <= getLastSeq(log)) this.#write(conversationId, log, { ...log, revision });
    if (this.#lacksChanges(conversationId)) void this.#catchUp.need(conversationId);
  }

  /** Resolves once a message stands in its log, if there is one: where others are missing before it, they are asked for. */
  async reached({ conversationId, seq }: Message): Promise<void> {
    const log = this.ports.store.read(conversationId);
    if (!log || getLastSeq(log) >= seq) return;
    await Promise.race([this.catchUp(conversationId), pause(GAP_TIMEOUT)]);
  }

  /**
   * Asks for what came since, in one conversation or in all that have a log: at every (re)connection. Resolves when nothing is
   * missing (or `close`). At most one request at once for each conversation; a failed one is tried again, at once when this is
   * called meanwhile. Where more than 1,000 are missing the log starts anew with the newest page.
   */
  async catchUp(conversationId?: string): Promise<void> {
    if (conversationId === undefined) this.#catchUps += 1;
    const ids = conversationId === undefined ? this.ports.store.ids() : [conversationId];
    await Promise.all(ids.map((id) => this.#catchUp.renew(id)));
  }

  /** Puts older messages before the first one; nothing happens where they do not reach up to it. */
  prepend(conversationId: string, { messages, revision }: OlderPage): void {
    const log = this.ports.store.read(conversationId);
    if (!log) return;
    this.#noteChange(conversationId, log.revision);
    const merged = mergeOlder(log, messages, hasOlder(messages));
    this.#write(conversationId, log, merged === log ? log : this.#asOld(conversationId, merged, revision));
    if (this.#lacksChanges(conversationId)) void this.#catchUp.need(conversationId);
  }

  close(): void {
    this.#catchUp.close();
  }

  #noteChange(conversationId: string, revision: number): void {
    const heard = this.#heardRevision.get(conversationId) ?? 0;
    if (revision > heard) this.#heardRevision.set(conversationId, revision);
  }

  #lacksChanges(conversationId: string): boolean {
    const log = this.ports.store.read(conversationId);
    return log !== undefined && log.revision < (this.#heardRevision.get(conversationId) ?? 0);
  }

  /** A log is as old as the oldest answer in it: what was changed since is asked for. */
  #asOld(conversationId: string, log: MessageLog, revision: number): MessageLog {
    this.#noteChange(conversationId, log.revision);
    return log.revision > revision ? { ...log, revision } : log;
  }

  #hasGap(conversationId: string): boolean {
    return this.#gaps.of(conversationId).length > 0;
  }

  /**
   * Puts messages into the log, together with those that were held for it.
   *
   * @param revision of the answer that brought them; absent: they are as late as what they tell of
   */
  #take(conversationId: string, incoming: readonly Message[], revision = Infinity): void {
    const log = this.ports.store.read(conversationId);
    if (log === undefined) return;
    const merged = merge(log, [...incoming, ...this.#gaps.of(conversationId)]);
    this.#gaps.set(conversationId, merged.ahead);
    this.#write(conversationId, log, merged.log === log ? log : this.#asOld(conversationId, merged.log, revision));
  }

  #write(conversationId: string, before: MessageLog, after: MessageLog): void {
    if (after !== before && !this.#catchUp.closed) this.ports.store.write(conversationId, after);
  }

  /**
   * Asks once for what follows the log.
   *
   * @returns whether nothing is missing
   * @throws what `fetchAfter` throws, and an error where the answer does not bring what was heard of
   */
  async #step(conversationId: string): Promise<boolean> {
    const { store, fetchAfter } = this.ports;
    const asked = store.read(conversationId);
    if (asked === undefined) return true;
    const heardOf = this.#gaps.latest(conversationId);
    const { messages, lastSeq, revision } = await fetchAfter(conversationId, getLastSeq(asked));
    this.#noteChange(conversationId, revision);
    if (lastSeq - getLastSeq(store.read(conversationId)) > WALKED_AT_MOST) return this.#startAnew(conversationId, lastSeq);
    this.#take(conversationId, messages, revision);
    const reached = getLastSeq(store.read(conversationId));
    if (reached < lastSeq && reached === getLastSeq(asked)) throw new Error('The answer did not bring what follows.');
    if (lastSeq < heardOf && this.#hasGap(conversationId)) throw new Error('The answer is older than what was heard.');
    return reached >= lastSeq && !this.#hasGap(conversationId) && this.#takeChanges(conversationId);
  }

  /**
   * Asks once for the changes that the log lacks, if there are any.
   *
   * @returns whether none is missing
   * @throws what `fetchChanged` throws, and an error where the answer is older than what was heard
   */
  async #takeChanges(conversationId: string): Promise<boolean> {
    const log = this.ports.store.read(conversationId);
    if (log === undefined || !this.#lacksChanges(conversationId)) return true;
    const { messages, revision: now, totalPages } = await this.ports.fetchChanged(conversationId, log.revision);
    this.#noteChange(conversationId, now);
    this.#take(conversationId, messages);
    const changed = this.ports.store.read(conversationId);
    const upTo = totalPages > 1 ? (messages.at(-1)?.revision ?? log.revision) : now;
    // An older page that came meanwhile has set it back: its changes are asked for next.
    if (changed && changed.revision >= log.revision && upTo > changed.revision)
      this.#write(conversationId, changed, { ...changed, revision: upTo });
    if (upTo <= log.revision) throw new Error('The answer is older than what was heard.');
    return !this.#lacksChanges(conversationId);
  }

  /** Shows the newest page: what lies before it is above, as older messages are. */
  async #startAnew(conversationId: string, lastSeq: number): Promise<boolean> {
    const { messages, revision } = await this.ports.fetchAfter(conversationId, lastSeq - PAGE_SIZES.messages);
    const log = this.ports.store.read(conversationId);
    if (log === undefined) return true;
    const anew = mergePage(log, { messages, hasOlder: true, revision });
    this.#write(conversationId, log, this.#asOld(conversationId, anew, revision));
    this.#take(conversationId, []);
    return false;
  }
}
