import type { Message } from '@solvent/contracts';

/** The part of a conversation that a client has: in order of `seq`, without a gap, up to the latest that it knows. */
export interface MessageLog {
  messages: readonly Message[];
  /** Whether there are messages before the first one. */
  hasOlder: boolean;
  /** Changes of the conversation's messages up to this one are in it. */
  revision: number;
}

/** A log, and what cannot join it yet: messages with a gap before them, in order. */
interface Merged {
  log: MessageLog;
  deferred: Message[];
}

/** Of two states of one message the later one comes first. */
const compareBySeq = (one: Message, other: Message) => one.seq - other.seq || other.revision - one.revision;

/** `seq` of a log's latest message; 0: it has none, or there is no log. */
export const getLastSeq = (log: MessageLog | undefined): number => log?.messages.at(-1)?.seq ?? 0;

/** Puts later states of messages in the place of those that a log has; the same log where it has none that is earlier. */
function applyChanges(log: MessageLog, changed: readonly Message[]): MessageLog {
  const first = log.messages[0]?.seq ?? 1;
  let messages: Message[] | undefined;
  for (const message of changed) {
    const index = message.seq - first;
    const known = (messages ?? log.messages)[index];
    if (!known || known.revision >= message.revision) continue;
    messages ??= [...log.messages];
    messages[index] = message;
  }
  return messages ? { ...log, messages } : log;
}

/**
 * Puts messages into a log, whatever their order, and however often they come: each stands in it once, in order of `seq`, without
 * a gap, in its latest state. What is from before its first message is left out. The same log comes back where nothing changes.
 */
export function merge(log: MessageLog, incoming: readonly Message[]): Merged {
  const last = getLastSeq(log);
  const known = applyChanges(
    log,
    incoming.filter(({ seq }) => seq <= last),
  );
  const appended: Message[] = [];
  const deferred: Message[] = [];
  let next = last + 1;
  for (const message of incoming.filter(({ seq }) => seq > last).toSorted(compareBySeq)) {
    if (message.seq === next) {
      appended.push(message);
      next += 1;
    } else if (message.seq > next && message.seq !== deferred.at(-1)?.seq) deferred.push(message);
  }
  return { log: appended.length > 0 ? { ...known, messages: [...known.messages, ...appended] } : known, deferred };
}

/** Puts older messages before a log's first one, as far as they reach up to it; the same log where they do not. */
export function mergeOlder(log: MessageLog, older: readonly Message[], hasOlder: boolean): MessageLog {
  const first = log.messages[0]?.seq ?? Math.max(0, ...older.map(({ seq }) => seq)) + 1;
  const olderBySeq = new Map(older.filter(({ seq }) => seq < first).map((message) => [message.seq, message]));
  const before: Message[] = [];
  for (let message = olderBySeq.get(first - 1); message; message = olderBySeq.get(message.seq - 1)) before.push(message);
  if (before.length > 0)
    return { ...log, messages: [...before.toReversed(), ...log.messages], hasOlder: hasOlder || before.length < olderBySeq.size };
  return older.length === 0 && log.hasOlder !== hasOlder ? { ...log, hasOlder } : log;
}

/** A log with a page of it: the page alone where there is a gap between them, which then lies above. */
export function mergePage(log: MessageLog, page: MessageLog): MessageLog {
  const first = page.messages[0]?.seq;
  if (first === undefined) return log;
  if (log.messages.length === 0 || first > getLastSeq(log) + 1) return page;
  return mergeOlder(merge(log, page.messages).log, page.messages, page.hasOlder);
}

/** So many are kept for each conversation: what is let go is asked for again, since the gap before the latest one stays. */
const MAX_BUFFERED = 200;

/** Messages that came before those that belong in front of them, or before their log. */
export class GapBuffer {
  readonly #buffered = new Map<string, readonly Message[]>();

  get(conversationId: string): readonly Message[] {
    return this.#buffered.get(conversationId) ?? [];
  }

  /** `seq` of the latest one; 0: none is held. */
  getLatestSeq(conversationId: string): number {
    return Math.max(0, ...this.get(conversationId).map(({ seq }) => seq));
  }

  /** Holds these and no others. */
  set(conversationId: string, messages: readonly Message[]): void {
    if (messages.length === 0) this.#buffered.delete(conversationId);
    else this.#buffered.set(conversationId, messages.slice(-MAX_BUFFERED));
  }

  /** Holds one more. */
  add(message: Message): void {
    const buffered = this.get(message.conversationId);
    if (buffered.some(({ seq, revision }) => seq === message.seq && revision >= message.revision)) return;
    const others = buffered.filter(({ seq }) => seq !== message.seq);
    this.set(message.conversationId, [...others, message].toSorted(compareBySeq));
  }
}
