import { desc, eq, isNull } from 'drizzle-orm';
import { contactMessages } from '../schema/index.ts';
import { StartupError } from '../platform/config/startup-error.ts';
import type { Executor } from '../platform/db/connect.ts';
import { parseAuditEntry, recordAuditEntry } from './audit.ts';
import { formatTime, printList, databaseCommand } from './command.ts';

const MAX_RESULTS = 500;

type Message = typeof contactMessages.$inferSelect;

const formatLine = ({ reference, createdAt, subject, name, answeredAt }: Message) =>
  `${reference}  ${formatTime(createdAt)}  ${answeredAt === null ? 'open    ' : 'answered'}  ${subject}; ${name}`;

const formatMessage = (message: Message) =>
  [formatLine(message), `From: ${message.name} <${message.email}>`, '', message.message].join('\n');

async function find(db: Executor, reference: string): Promise<Message> {
  const [message] = await db.select().from(contactMessages).where(eq(contactMessages.reference, reference.toUpperCase()));
  if (message === undefined) throw new StartupError(`Message ${reference} not found.`);
  return message;
}

export const messages = databaseCommand({
  usage: ['[--all] [--json]', 'show <reference> [--json]', 'answered <reference> --reason "<how>" [--by <name>]'],
  summary: 'list messages from the contact page, show them, mark them as answered',
  help: `Lists unanswered messages from the contact page (--all: answered ones, too), newest first. Messages are kept for two years.`,
  parse(input) {
    const [verb, reference] = input.words;
    if (verb === undefined)
      return async ({ db }) => {
        const filter = input.values['all'] === true ? undefined : isNull(contactMessages.answeredAt);
        const order = desc(contactMessages.createdAt);
        const found = await db.select().from(contactMessages).where(filter).orderBy(order).limit(MAX_RESULTS);
        printList(input, found, { text: formatLine, emptyText: 'No unanswered messages.' });
      };
    if (reference === undefined) return undefined;
    if (verb === 'show') return async ({ db }) => printList(input, [await find(db, reference)], { text: formatMessage });
    if (verb !== 'answered') return undefined;
    const entry = parseAuditEntry(input, 'answer message');
    return ({ db }) =>
      db.transaction(async (tx) => {
        const message = await find(tx, reference);
        await tx.update(contactMessages).set({ answeredAt: new Date() }).where(eq(contactMessages.id, message.id));
        await recordAuditEntry(tx, entry, message.reference);
        return `${message.reference} is marked as answered.`;
      });
  },
});
