import type { OutboxEntry } from '@solvent/chat';
import { CHAT } from '@solvent/contracts';
import type { Message, QuotedMessage } from '@solvent/contracts';
import { getMessageSummary } from '@solvent/contracts/message-preview';
import { startOfDay } from '../dates.ts';

/** What one sees of a message that is not acknowledged yet. */
export type OutboxState =
  /** On its way, or about to be. */
  | 'sending'
  /** Tries have failed: it, and those behind it, wait for the connection. */
  | 'offline'
  /** Those before it failed. */
  | 'held'
  | 'failed';

/** In the order of sending: one that failed holds those behind it, one that was tried in vain waits with them. */
function getOutboxStates(entries: readonly OutboxEntry[]): OutboxState[] {
  let ahead: OutboxState = 'sending';
  return entries.map(({ state, attempts }) => {
    if (state === 'failed') {
      ahead = 'held';
      return 'failed';
    }
    if (ahead === 'sending' && attempts > 0) ahead = 'offline';
    return ahead;
  });
}

/** Who said something, and when. */
interface MessageMeta {
  /** The same for a message before and after it is stored. */
  key: string;
  /** ms since the epoch. */
  time: number;
  /** The first moment of its day. */
  day: number;
  senderId: string;
}

interface ContentRow extends MessageMeta {
  isOwn: boolean;
  /** The first one of a group has its head: who, and when. */
  startsGroup: boolean;
  /** What it answers, in the words that it has now where they are known; null: nothing. */
  quote: QuotedMessage | null;
}

export type MessageRow = ContentRow & { kind: 'message'; message: Message };
export type EntryRow = ContentRow & {
  kind: 'entry';
  entry: OutboxEntry;
  outboxState: OutboxState;
  /** The last one that waits for the same reason: the reason stands there. */
  isLastInState: boolean;
};
/** A line of the list: a message, one that waits in the outbox, the beginning of a day, or where reading left off. */
export type Row = MessageRow | EntryRow | { kind: 'day'; key: string; day: number } | { kind: 'new'; key: 'new' };

export interface RowSource {
  messages: readonly Message[];
  userId: string;
  /** Whether there are messages before the first one. */
  hasOlder: boolean;
  /** `seq` up to which the person had read; null: no line says so. */
  newAfter: number | null;
}

/**
 * A quote in the words that its message has now, where that is among these; the same object where they are the same.
 *
 * @param messages without a gap
 */
function getCurrentQuote(quote: QuotedMessage | null | undefined, messages: readonly Message[]): QuotedMessage | null {
  if (!quote) return null;
  const quoted = messages[quote.seq - (messages[0]?.seq ?? 0)];
  // What was never changed says what it said.
  if (quoted?._id !== quote._id || quoted.editedAt === null) return quote;
  const preview = getMessageSummary(quoted.content, quoted.files.length);
  return preview === quote.preview ? quote : { ...quote, preview };
}

const buildKey = (senderId: string, clientId: string): string => `${senderId}:${clientId}`;

function buildMeta(senderId: string, clientId: string, createdAt: string): MessageMeta {
  const time = Date.parse(createdAt);
  return { key: buildKey(senderId, clientId), time, day: startOfDay(time), senderId };
}

/** A long conversation is gone through at each message that comes; what never changes of the others is kept. */
const metaCache = new WeakMap<Message, MessageMeta>();

function getMessageMeta(message: Message): MessageMeta {
  const known = metaCache.get(message);
  if (known) return known;
  const meta = buildMeta(message.sender._id, message.clientId, message.createdAt);
  metaCache.set(message, meta);
  return meta;
}

/** The line of a day that begins with `meta`. */
const buildDayRow = ({ day }: MessageMeta): Row => ({ kind: 'day', key: `day:${day}`, day });

/** Whether another day begins between two; clocks of two devices may differ, so that time can go back. */
const isNewDay = (before: MessageMeta, after: MessageMeta): boolean => after.day > before.day;

/** Whether two stand in one group (product 9.13). */
const isSameGroup = (before: MessageMeta, after: MessageMeta): boolean =>
  before.senderId === after.senderId && after.time - before.time <= CHAT.groupWithin && !isNewDay(before, after);

/** Index of the first message of the other one that was not read; -1 where there is none, or some before it are missing. */
function findFirstNew({ messages, userId, hasOlder, newAfter }: RowSource): number {
  const first = messages[0];
  if (newAfter === null || !first || (hasOlder && first.seq > newAfter + 1)) return -1;
  return messages.findIndex(({ seq, sender }) => seq > newAfter && sender._id !== userId);
}

/**
 * The lines of the stored messages, with days and the "New messages" line between them. While older ones are missing, no day
 * stands before the first message: it may begin further up.
 */
export function buildMessageRows(source: RowSource): Row[] {
  const rows: Row[] = [];
  const newIndex = findFirstNew(source);
  let before: MessageMeta | undefined;
  source.messages.forEach((message, index) => {
    const meta = getMessageMeta(message);
    const startsDay = before ? isNewDay(before, meta) : !source.hasOlder;
    if (startsDay) rows.push(buildDayRow(meta));
    if (index === newIndex) rows.push({ kind: 'new', key: 'new' });
    const startsGroup = !before || index === newIndex || !isSameGroup(before, meta);
    const quote = getCurrentQuote(message.replyTo, source.messages);
    rows.push({ kind: 'message', message, ...meta, isOwn: meta.senderId === source.userId, startsGroup, quote });
    before = meta;
  });
  return rows;
}

/** `seq` of the last message among the lines up to `index`; undefined: there is none. */
export function findLastSeq(rows: readonly Row[], index: number): number | undefined {
  for (let at = Math.min(index, rows.length - 1); at >= 0; at -= 1) {
    const row = rows[at];
    if (row?.kind === 'message') return row.message.seq;
  }
  return undefined;
}

/** Index of the line of a message; -1: it is not among them. */
export const findRowIndex = (rows: readonly Row[], seq: number): number =>
  rows.findIndex((row) => row.kind === 'message' && row.message.seq === seq);

/** How many messages of the other one come after `seq`. */
export function countReceivedAfter(rows: readonly Row[], seq: number): number {
  let count = 0;
  for (let at = rows.length - 1; at >= 0; at -= 1) {
    const row = rows[at];
    if (row?.kind !== 'message') continue;
    if (row.message.seq <= seq) return count;
    count += row.isOwn ? 0 : 1;
  }
  return count;
}

/** Whether the server has it: for a moment it may be in the log and in the outbox. */
const isStored = ({ clientId, userId }: OutboxEntry, messages: readonly Message[]): boolean =>
  messages.some((message) => message.clientId === clientId && message.sender._id === userId);

/** Who said the last line, and when. */
function findLastMeta(rows: readonly Row[]): MessageMeta | undefined {
  const row = rows.at(-1);
  return row && 'time' in row ? row : undefined;
}

/** The lines of the stored messages, and those of the outbox after them. */
export function appendEntries(stored: Row[], messages: readonly Message[], entries: readonly OutboxEntry[]): Row[] {
  const own = entries.filter((entry) => !isStored(entry, messages));
  if (own.length === 0) return stored;
  const outboxState = getOutboxStates(own);
  const rows = [...stored];
  let before = findLastMeta(stored);
  own.forEach((entry, index) => {
    const meta = buildMeta(entry.userId, entry.clientId, entry.createdAt);
    const state = outboxState[index] ?? 'sending';
    if (!before || isNewDay(before, meta)) rows.push(buildDayRow(meta));
    const startsGroup = !before || !isSameGroup(before, meta);
    const isLastInState = outboxState[index + 1] !== state;
    const quote = getCurrentQuote(entry.replyTo, messages);
    rows.push({ kind: 'entry', entry, outboxState: state, isLastInState, ...meta, isOwn: true, startsGroup, quote });
    before = meta;
  });
  return rows;
}
