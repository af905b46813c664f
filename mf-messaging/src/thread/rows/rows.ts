import { CHAT } from '@solvent/contracts';
import type { Message } from '@solvent/contracts';
import type { OutboxEntry } from '@solvent/socket/outbox';
import { dayOf } from './day-text.ts';

/** What one sees of a message that is not acknowledged yet. */
export type Waiting =
  /** On its way, or about to be. */
  | 'sending'
  /** Tries have failed: it, and those behind it, wait for the connection. */
  | 'offline'
  /** Those before it failed. */
  | 'held'
  | 'failed';

interface Place {
  /** The same for a message before and after it is stored. */
  key: string;
  /** ms since the epoch. */
  time: number;
  isOwn: boolean;
  /** The first one of a group has its head: who, and when. */
  startsGroup: boolean;
}

export type MessageRow = Place & { kind: 'message'; message: Message };
export type EntryRow = Place & {
  kind: 'entry';
  entry: OutboxEntry;
  waiting: Waiting;
  /** The last one that waits for the same reason: the reason stands there. */
  endsWaiting: boolean;
};
/** A line of the list: a message, one that waits in the outbox, the beginning of a day, or where reading left off. */
export type Row = MessageRow | EntryRow | { kind: 'day'; key: string; day: number } | { kind: 'new'; key: 'new' };

export interface RowSource {
  messages: readonly Message[];
  entries: readonly OutboxEntry[];
  userId: string;
  /** Whether there are messages before the first one. */
  hasOlder: boolean;
  /** `seq` up to which the person had read; null: no line says so. */
  newAfter: number | null;
}

type Spoken = MessageRow | EntryRow;

const keyOf = (senderId: string, clientId: string): string => `${senderId}:${clientId}`;

function storedRow(message: Message, userId: string): MessageRow {
  const { sender, clientId, createdAt } = message;
  const place = { key: keyOf(sender._id, clientId), time: Date.parse(createdAt), isOwn: sender._id === userId };
  return { kind: 'message', message, ...place, startsGroup: false };
}

/** In the order of sending: one that failed holds those behind it, one that was tried in vain waits with them. */
function waitingOf(entries: readonly OutboxEntry[]): Waiting[] {
  let ahead: Waiting = 'sending';
  return entries.map(({ state, attempts }) => {
    if (state === 'failed') {
      ahead = 'held';
      return 'failed';
    }
    if (ahead === 'sending' && attempts > 0) ahead = 'offline';
    return ahead;
  });
}

function entryRows(entries: readonly OutboxEntry[], stored: ReadonlySet<string>): EntryRow[] {
  const own = entries.filter(({ userId, clientId }) => !stored.has(keyOf(userId, clientId)));
  const waiting = waitingOf(own);
  return own.map((entry, index) => {
    const place = { key: keyOf(entry.userId, entry.clientId), time: Date.parse(entry.createdAt), isOwn: true };
    const state = waiting[index] ?? 'sending';
    return { kind: 'entry', entry, waiting: state, endsWaiting: waiting[index + 1] !== state, ...place, startsGroup: false };
  });
}

const sameGroup = (before: Spoken, row: Spoken, who: (row: Spoken) => string): boolean =>
  who(before) === who(row) && row.time - before.time <= CHAT.groupWithin;

const senderOf = (row: Spoken): string => (row.kind === 'message' ? row.message.sender._id : row.entry.userId);

/** Where the line stands: before the first message of the other one that was not read, if all before it are there too. */
function isFirstNew(row: Spoken, before: Spoken | undefined, { newAfter, hasOlder }: RowSource): boolean {
  if (newAfter === null || row.kind !== 'message' || row.isOwn) return false;
  return row.message.seq > newAfter && (before !== undefined || !hasOlder);
}

/**
 * The lines of a conversation: stored messages, then the outbox, with days and the "New messages" line between them.
 * While older ones are missing, nothing stands before the first message: its day may begin further up.
 */
export function buildRows(source: RowSource): Row[] {
  const stored = source.messages.map((message) => storedRow(message, source.userId));
  const spoken: Spoken[] = [...stored, ...entryRows(source.entries, new Set(stored.map(({ key }) => key)))];
  const rows: Row[] = [];
  let hasNewLine = false;
  spoken.forEach((row, index) => {
    const before = spoken[index - 1];
    const day = dayOf(row.time);
    const isNewDay = before ? day > dayOf(before.time) : !source.hasOlder;
    const isNew = !hasNewLine && isFirstNew(row, before, source);
    if (isNewDay) rows.push({ kind: 'day', key: `day:${day}`, day });
    if (isNew) rows.push({ kind: 'new', key: 'new' });
    hasNewLine ||= isNew;
    rows.push({ ...row, startsGroup: isNewDay || isNew || !before || !sameGroup(before, row, senderOf) });
  });
  return rows;
}

/** `seq` of the last message among the lines up to `index`; undefined: there is none. */
export function lastSeq(rows: readonly Row[], index: number): number | undefined {
  for (let at = Math.min(index, rows.length - 1); at >= 0; at -= 1) {
    const row = rows[at];
    if (row?.kind === 'message') return row.message.seq;
  }
  return undefined;
}
