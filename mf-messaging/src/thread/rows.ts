import type { OutboxEntry } from '@solvent/chat';
import { CHAT } from '@solvent/contracts';
import type { ConversationBid, ConversationEvent, ConversationEventsResponse, Message, QuotedMessage } from '@solvent/contracts';
import { getMessageSummary } from '@solvent/contracts/message-preview';
import { startOfDay } from '../dates.ts';

/** Delivery state of a message that the server has not acknowledged yet. */
export type OutboxState =
  | 'sending'
  /** An attempt failed: this message and those behind it wait for the connection. */
  | 'offline'
  /** Blocked by an earlier message that failed. */
  | 'blocked'
  | 'failed';

function getOutboxStates(entries: readonly OutboxEntry[]): OutboxState[] {
  let stateOfPrevious: OutboxState = 'sending';
  return entries.map(({ state, attempts }) => {
    if (state === 'failed') {
      stateOfPrevious = 'blocked';
      return 'failed';
    }
    if (stateOfPrevious === 'sending' && attempts > 0) stateOfPrevious = 'offline';
    return stateOfPrevious;
  });
}

interface MessageMeta {
  /** The same before and after the message is stored. */
  key: string;
  /** ms since the epoch. */
  time: number;
  day: number;
  senderId: string;
}

interface ContentRow extends MessageMeta {
  isOwn: boolean;
  /** The first message of a group has a header. */
  startsGroup: boolean;
  /** The quoted message's current text if it is loaded. */
  quote: QuotedMessage | null;
}

export type MessageRow = ContentRow & { kind: 'message'; message: Message };
export type EntryRow = ContentRow & {
  kind: 'entry';
  entry: OutboxEntry;
  outboxState: OutboxState;
  /** The last message in a row with this state shows the reason. */
  isLastInState: boolean;
};
/** An event of the agreement. It is no message: it has no sender and no `seq`. */
export type EventRow = MessageMeta & { kind: 'event'; event: ConversationEvent };
export type BidRow = { kind: 'bid'; key: 'bid'; bid: ConversationBid };
export type Row =
  | MessageRow
  | EntryRow
  | EventRow
  | BidRow
  | { kind: 'day'; key: string; day: number }
  | { kind: 'new'; key: 'new' };

export interface RowSource {
  messages: readonly Message[];
  userId: string;
  hasOlder: boolean;
  hasNewer: boolean;
  agreed: ConversationEventsResponse;
  /** Read position for the "New messages" line; null: no line. */
  newAfter: number | null;
}

/** Returns the quote with the current text of its message, if `messages` (without gaps) contain it. */
export function getCurrentQuote(quote: QuotedMessage | null | undefined, messages: readonly Message[]): QuotedMessage | null {
  if (!quote) return null;
  const quoted = messages[quote.seq - (messages[0]?.seq ?? 0)];
  if (quoted?._id !== quote._id || quoted.editedAt === null) return quote;
  const preview = getMessageSummary(quoted.content, quoted.files.length);
  return preview === quote.preview ? quote : { ...quote, preview };
}

const buildKey = (senderId: string, clientId: string): string => `${senderId}:${clientId}`;

function buildMeta(senderId: string, clientId: string, createdAt: string): MessageMeta {
  const time = Date.parse(createdAt);
  return { key: buildKey(senderId, clientId), time, day: startOfDay(time), senderId };
}

/** Avoids parsing the dates of a long conversation at each new message. */
const metaCache = new WeakMap<Message, MessageMeta>();

function getMessageMeta(message: Message): MessageMeta {
  const cached = metaCache.get(message);
  if (cached) return cached;
  const meta = buildMeta(message.sender._id, message.clientId, message.createdAt);
  metaCache.set(message, meta);
  return meta;
}

function buildEventRow(event: ConversationEvent): EventRow {
  const time = Date.parse(event.at);
  return { kind: 'event', key: `event:${event.kind}:${event.at}`, time, day: startOfDay(time), senderId: '', event };
}

const buildDayRow = ({ day }: MessageMeta): Row => ({ kind: 'day', key: `day:${day}`, day });

/** Device clocks differ, so a later message can have an earlier time. */
const isNewDay = (before: MessageMeta, after: MessageMeta): boolean => after.day > before.day;

/** Messages of one sender within `CHAT.groupWindowMs` are a group (product 9.13). */
const isSameGroup = (before: MessageMeta, after: MessageMeta): boolean =>
  before.senderId === after.senderId && after.time - before.time <= CHAT.groupWindowMs && !isNewDay(before, after);

/** Returns the index of the first unread received message; -1 if there is none or older ones are missing. */
function findFirstNew({ messages, userId, hasOlder, newAfter }: RowSource): number {
  const first = messages[0];
  if (newAfter === null || !first || (hasOlder && first.seq > newAfter + 1)) return -1;
  return messages.findIndex(({ seq, sender, deletedAt }) => seq > newAfter && sender._id !== userId && !deletedAt);
}

/**
 * Builds rows with day and "New messages" lines, the bid, and events by their time. While older messages are missing, the first day
 * may begin earlier: it has no line.
 */
export function buildMessageRows(source: RowSource): Row[] {
  const { bid } = source.agreed;
  const rows: Row[] = bid && !source.hasOlder ? [{ kind: 'bid', key: 'bid', bid }] : [];
  const newIndex = findFirstNew(source);
  const events = source.agreed.events.map(buildEventRow);
  let before: MessageMeta | undefined;

  function startDay(meta: MessageMeta): void {
    if (before ? isNewDay(before, meta) : !source.hasOlder) rows.push(buildDayRow(meta));
  }
  function addEventsUntil(time: number): void {
    for (let event = events[0]; event && event.time <= time; event = events[0]) {
      events.shift();
      // Older events appear with the messages of their time.
      if (!before && source.hasOlder) continue;
      startDay(event);
      rows.push(event);
      before = event;
    }
  }
  source.messages.forEach((message, index) => {
    const meta = getMessageMeta(message);
    addEventsUntil(meta.time);
    startDay(meta);
    if (index === newIndex) rows.push({ kind: 'new', key: 'new' });
    const startsGroup = !before || index === newIndex || !isSameGroup(before, meta);
    const quote = getCurrentQuote(message.replyTo, source.messages);
    rows.push({ kind: 'message', message, ...meta, isOwn: meta.senderId === source.userId, startsGroup, quote });
    before = meta;
  });
  if (!source.hasNewer) addEventsUntil(Infinity);
  return rows;
}

export function findLastSeq(rows: readonly Row[], index: number): number | undefined {
  for (let at = Math.min(index, rows.length - 1); at >= 0; at -= 1) {
    const row = rows[at];
    if (row?.kind === 'message') return row.message.seq;
  }
  return undefined;
}

export const findRowIndex = (rows: readonly Row[], seq: number): number =>
  rows.findIndex((row) => row.kind === 'message' && row.message.seq === seq);

export function countReceivedAfter(rows: readonly Row[], seq: number): number {
  let count = 0;
  for (let at = rows.length - 1; at >= 0; at -= 1) {
    const row = rows[at];
    if (row?.kind !== 'message') continue;
    if (row.message.seq <= seq) return count;
    count += row.isOwn || row.message.deletedAt ? 0 : 1;
  }
  return count;
}

/** A message can be in the log and in the outbox for a moment. */
const isStored = ({ clientId, userId }: OutboxEntry, messages: readonly Message[]): boolean =>
  messages.some((message) => message.clientId === clientId && message.sender._id === userId);

function findLastMeta(rows: readonly Row[]): MessageMeta | undefined {
  const row = rows.at(-1);
  return row && 'time' in row ? row : undefined;
}

export function appendEntries(stored: Row[], messages: readonly Message[], entries: readonly OutboxEntry[]): Row[] {
  const unstored = entries.filter((entry) => !isStored(entry, messages));
  if (unstored.length === 0) return stored;
  const outboxState = getOutboxStates(unstored);
  const rows = [...stored];
  let before = findLastMeta(stored);
  unstored.forEach((entry, index) => {
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
