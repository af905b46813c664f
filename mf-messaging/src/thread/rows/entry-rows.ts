import type { Message } from '@solvent/contracts';
import type { OutboxEntry } from '@solvent/chat';
import { dayRow, isNewDay, isSameGroup, placeOf } from './rows.ts';
import type { Place, Row } from './rows.ts';
import { waitingOf } from './waiting.ts';

/** Whether the server has it: for a moment it may be in the log and in the outbox. */
const isStored = ({ clientId, userId }: OutboxEntry, messages: readonly Message[]): boolean =>
  messages.some((message) => message.clientId === clientId && message.sender._id === userId);

/** The place of the last message among the lines. */
function lastPlace(rows: readonly Row[]): Place | undefined {
  const row = rows.at(-1);
  return row && 'time' in row ? row : undefined;
}

/** The lines of the stored messages, and those of the outbox after them. */
export function withEntries(stored: Row[], messages: readonly Message[], entries: readonly OutboxEntry[]): Row[] {
  const own = entries.filter((entry) => !isStored(entry, messages));
  if (own.length === 0) return stored;
  const waiting = waitingOf(own);
  const rows = [...stored];
  let before = lastPlace(stored);
  own.forEach((entry, index) => {
    const place = placeOf(entry.userId, entry.clientId, entry.createdAt);
    const state = waiting[index] ?? 'sending';
    if (!before || isNewDay(before, place)) rows.push(dayRow(place));
    const startsGroup = !before || !isSameGroup(before, place);
    const endsWaiting = waiting[index + 1] !== state;
    rows.push({ kind: 'entry', entry, waiting: state, endsWaiting, ...place, isOwn: true, startsGroup });
    before = place;
  });
  return rows;
}
