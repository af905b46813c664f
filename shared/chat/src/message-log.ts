import type { Message } from '@solvent/contracts';

/** A contiguous range of a conversation, in order of `seq`, up to the latest message that the client has. */
export interface MessageLog {
  messages: readonly Message[];
  hasOlder: boolean;
  /** The log includes all changes up to this revision. */
  revision: number;
}

/** The log, and the messages that are deferred because of a gap before them, in order. */
interface Merged {
  log: MessageLog;
  deferred: Message[];
}

const compareBySeq = (one: Message, other: Message) => one.seq - other.seq || other.revision - one.revision;

export const getLastSeq = (log: MessageLog | undefined): number => log?.messages.at(-1)?.seq ?? 0;

/** Replaces messages by later revisions; returns the same log if there are none. */
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

/** Merges messages in any order, in their latest revision. Returns the same log if nothing changes. */
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

/** Adds the older messages that are adjacent to the first one; returns the same log if there are none. */
export function mergeOlder(log: MessageLog, older: readonly Message[], hasOlder: boolean): MessageLog {
  const first = log.messages[0]?.seq ?? Math.max(0, ...older.map(({ seq }) => seq)) + 1;
  const olderBySeq = new Map(older.filter(({ seq }) => seq < first).map((message) => [message.seq, message]));
  const before: Message[] = [];
  for (let message = olderBySeq.get(first - 1); message; message = olderBySeq.get(message.seq - 1)) before.push(message);
  if (before.length > 0)
    return { ...log, messages: [...before.toReversed(), ...log.messages], hasOlder: hasOlder || before.length < olderBySeq.size };
  return older.length === 0 && log.hasOlder !== hasOlder ? { ...log, hasOlder } : log;
}

/** Merges a page into a log, or returns the page alone if there is a gap between them. */
export function mergePage(log: MessageLog, page: MessageLog): MessageLog {
  const first = page.messages[0]?.seq;
  if (first === undefined) return log;
  if (log.messages.length === 0 || first > getLastSeq(log) + 1) return page;
  return mergeOlder(merge(log, page.messages).log, page.messages, page.hasOlder);
}

/** Per conversation. Dropped messages are fetched again, because the gap before the latest one remains. */
const MAX_BUFFERED = 200;

/** Holds messages that arrived before their predecessors or before their log. */
export class GapBuffer {
  readonly #buffered = new Map<string, readonly Message[]>();

  get(conversationId: string): readonly Message[] {
    return this.#buffered.get(conversationId) ?? [];
  }

  getLatestSeq(conversationId: string): number {
    return Math.max(0, ...this.get(conversationId).map(({ seq }) => seq));
  }

  set(conversationId: string, messages: readonly Message[]): void {
    if (messages.length === 0) this.#buffered.delete(conversationId);
    else this.#buffered.set(conversationId, messages.slice(-MAX_BUFFERED));
  }

  add(message: Message): void {
    const buffered = this.get(message.conversationId);
    if (buffered.some(({ seq, revision }) => seq === message.seq && revision >= message.revision)) return;
    const others = buffered.filter(({ seq }) => seq !== message.seq);
    this.set(message.conversationId, [...others, message].toSorted(compareBySeq));
  }
}
