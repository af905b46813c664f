import type { Database } from './database.ts';
import { countSequenceFaults, createFaults } from './faults.ts';
import type { Faults } from './faults.ts';
import type { Ledger, Written } from './ledger.ts';
import type { Person } from './people.ts';

export interface StoredMessage {
  id: string;
  conversationId: string;
  seq: number;
  senderId: string;
  clientId: string;
  content: string;
  files: number;
}

export interface DatabaseFindings {
  faults: Faults;
  stored: Map<string, StoredMessage[]>;
  /** Messages without a notification, or with more than one. */
  notifications: { missing: number; tooMany: number };
  undelivered: number;
}

export interface RunRecord {
  ledger: Ledger;
  people: Person[];
  tabs: number[];
  conversations: string[];
}

const MESSAGES_QUERY = `
  SELECT m.id, m.conversation_id AS "conversationId", m.seq, m.sender_id AS "senderId", m.client_id AS "clientId", m.content,
    (SELECT count(*)::int FROM message_files f WHERE f.message_id = m.id) AS files
  FROM messages m ORDER BY m.conversation_id, m.seq`;

/** A grouped notification counts for several messages. */
const NOTIFICATION_COUNTS_QUERY = `
  SELECT p.user_id AS "userId", p.conversation_id AS "conversationId",
    (SELECT count(*)::int FROM messages m WHERE m.conversation_id = p.conversation_id AND m.sender_id <> p.user_id) AS messages,
    (SELECT coalesce(sum(n.count), 0)::int FROM notifications n
      WHERE n.user_id = p.user_id AND n.conversation_id = p.conversation_id AND n.type = 'new_message') AS notified
  FROM participants p`;

const LAST_SEQS_QUERY = 'SELECT id, last_seq AS "lastSeq" FROM conversations';

function groupBy<Item>(items: readonly Item[], getKey: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(getKey(item));
    if (group === undefined) groups.set(getKey(item), [item]);
    else group.push(item);
  }
  return groups;
}

function matchesWritten(row: StoredMessage, written: Written, { people, tabs, conversations }: RunRecord): boolean {
  const sender = people[tabs[written.tab] ?? -1];
  return (
    row.content === written.text &&
    row.files === (written.hasFile ? 1 : 0) &&
    row.senderId === sender?.id &&
    row.conversationId === conversations[written.pair]
  );
}

function countRows(rows: readonly StoredMessage[], run: RunRecord, faults: Faults): void {
  const byClientId = groupBy(rows, ({ clientId }) => clientId);
  for (const written of run.ledger.written.values()) {
    const [row, ...duplicates] = byClientId.get(written.clientId) ?? [];
    faults.twice += duplicates.length;
    if (row === undefined) faults.lost += 1;
    else if (!matchesWritten(row, written, run)) faults.altered += 1;
  }
  faults.altered += rows.filter(({ clientId }) => !run.ledger.written.has(clientId)).length;
}

/** Positions have no gap, and messages of one tab keep their order. */
function countOrder(stored: DatabaseFindings['stored'], last: Map<string, number>, { ledger }: RunRecord, faults: Faults): void {
  for (const [conversationId, rows] of stored) {
    countSequenceFaults([0, ...rows.map(({ seq }) => seq)], faults);
    if (last.get(conversationId) !== rows.length) faults.gaps += 1;
    const latest = new Map<number, number>();
    for (const { clientId } of rows) {
      const written = ledger.written.get(clientId);
      if (written === undefined) continue;
      if (written.at < (latest.get(written.tab) ?? 0)) faults.outOfOrder += 1;
      latest.set(written.tab, written.at);
    }
  }
}

async function countNotifications(database: Database): Promise<DatabaseFindings['notifications']> {
  const rows = await database.query<{ messages: number; notified: number }>(NOTIFICATION_COUNTS_QUERY);
  const sum = (part: (row: { messages: number; notified: number }) => number) =>
    rows.reduce((total, row) => total + Math.max(0, part(row)), 0);
  return {
    missing: sum(({ messages, notified }) => messages - notified),
    tooMany: sum(({ messages, notified }) => notified - messages),
  };
}

/** Compares the database with what tabs have written. */
export async function checkDatabase(database: Database, run: RunRecord): Promise<DatabaseFindings> {
  const faults = createFaults();
  const rows = await database.query<StoredMessage>(MESSAGES_QUERY);
  const stored = groupBy(rows, ({ conversationId }) => conversationId);
  const last = await database.query<{ id: string; lastSeq: number }>(LAST_SEQS_QUERY);
  countRows(rows, run, faults);
  countOrder(stored, new Map(last.map(({ id, lastSeq }) => [id, lastSeq])), run, faults);
  const [undelivered] = await database.query<{ count: number }>('SELECT count(*)::int AS count FROM outbox');
  return { faults, stored, notifications: await countNotifications(database), undelivered: undelivered?.count ?? 0 };
}
