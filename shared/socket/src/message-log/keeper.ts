import { PAGE_SIZES } from '@solvent/contracts';
import type { Message } from '@solvent/contracts';
import { Flights } from './flights.ts';
import { HeldMessages } from './held-messages.ts';
import { lastSeqOf, merge, mergeOlder, withReader } from './merge.ts';
import { ReadPositions } from './read-positions.ts';
import type { KeeperPorts, LogKeeper, MessageLog } from './types.ts';

/** With more missing than this, walking page after page would take longer than a person waits: the log starts anew. */
const WALKED_AT_MOST = 1000;

class Keeper implements LogKeeper {
  readonly #held = new HeldMessages();
  readonly #positions = new ReadPositions();
  readonly #flights: Flights;

  constructor(private readonly ports: KeeperPorts) {
    this.#flights = new Flights((conversationId) => this.#step(conversationId), ports.wait);
  }

  begin(conversationId: string, { messages, lastSeq }: Parameters<LogKeeper['begin']>[1]): MessageLog {
    const page = { messages: messages.map((message) => this.#positions.mark(message)), hasOlder: (messages[0]?.seq ?? 1) > 1 };
    const known = this.ports.store.read(conversationId);
    const log = known ? joined(known, page) : page;
    this.ports.store.write(conversationId, log);
    this.#take(conversationId, []);
    const whole = this.ports.store.read(conversationId) ?? log;
    if (this.#isBehind(conversationId) || lastSeqOf(whole) < lastSeq) void this.#flights.need(conversationId);
    return whole;
  }

  receive(message: Message): void {
    if (this.ports.store.read(message.conversationId) === undefined) {
      this.#held.add(message);
      return;
    }
    this.#take(message.conversationId, [message]);
    if (this.#isBehind(message.conversationId)) void this.#flights.need(message.conversationId);
  }

  async catchUp(conversationId?: string): Promise<void> {
    const ids = conversationId === undefined ? this.ports.store.ids() : [conversationId];
    await Promise.all(ids.map((id) => this.#flights.renew(id)));
  }

  prepend(conversationId: string, older: readonly Message[], hasOlder: boolean): void {
    const log = this.ports.store.read(conversationId);
    if (log === undefined) return;
    const marked = older.map((message) => this.#positions.mark(message));
    this.#write(conversationId, log, mergeOlder(log, marked, hasOlder));
  }

  noteRead(position: { conversationId: string; userId: string; seq: number }): void {
    if (!this.#positions.note(position)) return;
    const log = this.ports.store.read(position.conversationId);
    if (log) this.#write(position.conversationId, log, withReader(log, position.userId, position.seq));
  }

  close(): void {
    this.#flights.close();
  }

  #isBehind(conversationId: string): boolean {
    return this.#held.of(conversationId).length > 0;
  }

  /** Puts messages into the log, together with those that were held for it. */
  #take(conversationId: string, incoming: readonly Message[]): void {
    const log = this.ports.store.read(conversationId);
    if (log === undefined) return;
    const candidates = [...incoming, ...this.#held.of(conversationId)].map((message) => this.#positions.mark(message));
    const merged = merge(log, candidates);
    this.#held.set(conversationId, merged.ahead);
    this.#write(conversationId, log, merged.log);
  }

  #write(conversationId: string, before: MessageLog, after: MessageLog): void {
    if (after !== before && !this.#flights.closed) this.ports.store.write(conversationId, after);
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
    const heardOf = this.#held.latest(conversationId);
    const { messages, lastSeq } = await fetchAfter(conversationId, lastSeqOf(asked));
    if (lastSeq - this.#lastSeq(conversationId) > WALKED_AT_MOST) return this.#startAnew(conversationId, lastSeq);
    this.#take(conversationId, messages);
    const reached = this.#lastSeq(conversationId);
    if (reached < lastSeq && reached === lastSeqOf(asked)) throw new Error('The answer did not bring what follows.');
    if (lastSeq < heardOf && this.#isBehind(conversationId)) throw new Error('The answer is older than what was heard.');
    return reached >= lastSeq && !this.#isBehind(conversationId);
  }

  /** Shows the newest page: what lies before it is above, as older messages are. */
  async #startAnew(conversationId: string, lastSeq: number): Promise<boolean> {
    const { messages } = await this.ports.fetchAfter(conversationId, lastSeq - PAGE_SIZES.messages);
    const log = this.ports.store.read(conversationId);
    if (log === undefined) return true;
    const marked = messages.map((message) => this.#positions.mark(message));
    this.#write(conversationId, log, joined(log, { messages: marked, hasOlder: true }));
    this.#take(conversationId, []);
    return false;
  }

  #lastSeq(conversationId: string): number {
    const log = this.ports.store.read(conversationId);
    return log ? lastSeqOf(log) : 0;
  }
}

/** A log with a page of it: the page alone where there is a gap between them, which then lies above. */
function joined(log: MessageLog, page: MessageLog): MessageLog {
  const first = page.messages[0]?.seq;
  if (first === undefined) return log;
  if (log.messages.length === 0 || first > lastSeqOf(log) + 1) return page;
  return mergeOlder(merge(log, page.messages).log, page.messages, page.hasOlder);
}

/** Keeps logs whole. Nothing is asked for until something is missing. */
export const createLogKeeper = (ports: KeeperPorts): LogKeeper => new Keeper(ports);
