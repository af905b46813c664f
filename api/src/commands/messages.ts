import { desc, eq, isNull } from 'drizzle-orm';
import { contactMessages } from '../schema/index.ts';
import { StartupError } from '../platform/config/startup-error.ts';
import type { Db } from '../platform/db/connect.ts';
import { AUDIT_OPTIONS, parseAuditEntry, recordAuditEntry } from './audit-entry.ts';
import { JSON_OPTION, printList, UsageError } from './command.ts';
import type { Command, Input } from './command.ts';
import { withDatabase } from './with-database.ts';

const HELP = `Messages that people wrote to the team (/contact): the latest first, those that nobody answered yet. They are kept for two years.

  pnpm solvent messages
  pnpm solvent messages --all
  pnpm solvent messages show SOL-7K3M9Q
  pnpm solvent messages answered SOL-7K3M9Q --reason "Sent the link to a new password"

--json lists for machines. Who answered and how (--by, --reason) is kept.`;

const MOST = 500;

type Message = typeof contactMessages.$inferSelect;

const line = ({ reference, createdAt, subject, name, answeredAt }: Message) =>
  `${reference}  ${createdAt.toISOString().slice(0, 16).replace('T', ' ')}  ${answeredAt === null ? 'waits   ' : 'answered'}  ${subject}; ${name}`;

const whole = (message: Message) => [line(message), `From: ${message.name} <${message.email}>`, '', message.message].join('\n');

async function find(db: Db, reference: string): Promise<Message> {
  const [message] = await db.select().from(contactMessages).where(eq(contactMessages.reference, reference.toUpperCase()));
  if (message === undefined) throw new StartupError(`There is no message ${reference}.`);
  return message;
}

async function answered(db: Db, input: Input, reference: string): Promise<string> {
  const act = parseAuditEntry(input, 'answer message');
  const message = await find(db, reference);
  await db.transaction(async (tx) => {
    await tx.update(contactMessages).set({ answeredAt: new Date() }).where(eq(contactMessages.id, message.id));
    await recordAuditEntry(tx, act, message.reference);
  });
  return `${message.reference} is answered.`;
}

export const messages: Command = {
  usage: ['[--all] [--json]', 'show <reference> [--json]', 'answered <reference> --reason "<how>" [--by <name>]'],
  summary: 'what people wrote to the team: list, show, mark as answered',
  words: 2,
  help: HELP,
  options: { ...JSON_OPTION, ...AUDIT_OPTIONS, all: { type: 'boolean' } },
  async run(context, input) {
    const [verb, reference] = input.words;
    const isKnown = verb === undefined || (reference !== undefined && ['show', 'answered'].includes(verb));
    if (!isKnown)
      throw new UsageError(
        'Say what to do: nothing for the list, `show <reference>`, or `answered <reference> --reason "<how>"`.',
      );
    if (verb === 'answered') parseAuditEntry(input, 'answer message');
    await withDatabase(context.settings(), async (db) => {
      if (verb === 'answered' && reference !== undefined) return context.print(await answered(db, input, reference));
      const which = input.values['all'] === true ? undefined : isNull(contactMessages.answeredAt);
      const found =
        reference === undefined
          ? await db.select().from(contactMessages).where(which).orderBy(desc(contactMessages.createdAt)).limit(MOST)
          : [await find(db, reference)];
      printList(context, input, found, {
        text: reference === undefined ? line : whole,
        none: 'No message waits for an answer.',
      });
    });
  },
};
