import type { Message } from '@solvent/contracts';
import type { MessageLog } from './types.ts';

/** A log, and what cannot join it yet: messages with a gap before them, in order. */
export interface Merged {
  log: MessageLog;
  ahead: Message[];
}

const bySeq = (one: Message, other: Message) => one.seq - other.seq;

/** `seq` of a log's latest message; 0: it has none. */
export const lastSeqOf = ({ messages }: MessageLog): number => messages.at(-1)?.seq ?? 0;

/** A message with what either copy of it knows of its readers. */
function withReaders(known: Message, other: Message): Message {
  const added = other.readBy.filter((id) => !known.readBy.includes(id));
  return added.length > 0 ? { ...known, readBy: [...known.readBy, ...added] } : known;
}

/** The log with what copies of its own messages say more of readers; the same log where they say nothing. */
function withKnown(log: MessageLog, copies: readonly Message[]): MessageLog {
  if (copies.length === 0) return log;
  const bySeqOf = new Map(copies.map((copy) => [copy.seq, copy]));
  const messages = log.messages.map((known) => {
    const copy = bySeqOf.get(known.seq);
    return copy ? withReaders(known, copy) : known;
  });
  return messages.every((message, index) => message === log.messages[index]) ? log : { ...log, messages };
}

/**
 * Puts messages into a log, whatever their order, and however often they come: each stands in it once, in order of `seq`, without
 * a gap. What is from before its first message is left out. The same log comes back where nothing changes.
 */
export function merge(log: MessageLog, incoming: readonly Message[]): Merged {
  const last = lastSeqOf(log);
  const known = withKnown(
    log,
    incoming.filter(({ seq }) => seq <= last),
  );
  const appended: Message[] = [];
  const ahead: Message[] = [];
  let next = last + 1;
  for (const message of incoming.filter(({ seq }) => seq > last).toSorted(bySeq)) {
    if (message.seq === next) {
      appended.push(message);
      next += 1;
    } else if (message.seq > next && message.seq !== ahead.at(-1)?.seq) ahead.push(message);
  }
  return { log: appended.length > 0 ? { ...known, messages: [...known.messages, ...appended] } : known, ahead };
}

/** Puts older messages before a log's first one, as far as they reach up to it; the same log where they do not. */
export function mergeOlder(log: MessageLog, older: readonly Message[], hasOlder: boolean): MessageLog {
  const first = log.messages[0]?.seq ?? Math.max(0, ...older.map(({ seq }) => seq)) + 1;
  const bySeqOf = new Map(older.filter(({ seq }) => seq < first).map((message) => [message.seq, message]));
  const before: Message[] = [];
  for (let message = bySeqOf.get(first - 1); message; message = bySeqOf.get(message.seq - 1)) before.push(message);
  if (before.length > 0)
    return { messages: [...before.toReversed(), ...log.messages], hasOlder: hasOlder || before.length < bySeqOf.size };
  return older.length === 0 && log.hasOlder !== hasOlder ? { ...log, hasOlder } : log;
}

/** The log after somebody has read up to `seq`; the same log where that is known. A message's own sender does not count. */
export function withReader(log: MessageLog, userId: string, seq: number): MessageLog {
  const isNew = (message: Message) => message.seq <= seq && message.sender._id !== userId && !message.readBy.includes(userId);
  if (!log.messages.some(isNew)) return log;
  return {
    ...log,
    messages: log.messages.map((message) => (isNew(message) ? { ...message, readBy: [...message.readBy, userId] } : message)),
  };
}
