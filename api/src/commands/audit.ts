import { and, desc, eq, gte } from 'drizzle-orm';
import { auditEntries } from '../platform/audit/schema.ts';
import type { Executor } from '../platform/db/connect.ts';
import { JSON_OPTION, printList, textOption, UsageError } from './command.ts';
import type { Command, Input } from './command.ts';
import { withDatabase } from './with-database.ts';

const HELP = `What operators did by these commands, the latest first: when, who, what, to what (an id or a reference), and why.

  pnpm solvent audit
  pnpm solvent audit --by ada --since 2026-11-01
  pnpm solvent audit 0190…                  of one account, problem, comment, module or review

500 entries at most. --json lists for machines.`;

const MAX_RESULTS = 500;

type Entry = typeof auditEntries.$inferSelect;

/** Filters of entries. */
interface AuditFilter {
  subject?: string | undefined;
  by?: string | undefined;
  since?: Date | undefined;
}

/** The latest matching entries. */
export const listAudit = (db: Executor, { subject, by, since }: AuditFilter): Promise<Entry[]> =>
  db
    .select()
    .from(auditEntries)
    .where(
      and(
        subject === undefined ? undefined : eq(auditEntries.subject, subject),
        by === undefined ? undefined : eq(auditEntries.by, by),
        since === undefined ? undefined : gte(auditEntries.at, since),
      ),
    )
    .orderBy(desc(auditEntries.at), desc(auditEntries.id))
    .limit(MAX_RESULTS);

const line = ({ at, by, act, subject, reason }: Entry) =>
  `${at.toISOString().slice(0, 16).replace('T', ' ')}  ${by}  ${act}  ${subject}: ${reason}`;

function parseSince(input: Input): Date | undefined {
  const day = textOption(input, 'since');
  if (day === undefined) return undefined;
  const since = new Date(day);
  if (Number.isNaN(since.getTime())) throw new UsageError(`--since takes a day, such as 2026-11-01: "${day}" is none.`);
  return since;
}

export const audit: Command = {
  usage: ['[<id or reference>] [--by <name>] [--since <day>] [--json]'],
  summary: 'what operators did, when and why',
  words: 1,
  help: HELP,
  options: { ...JSON_OPTION, by: { type: 'string' }, since: { type: 'string' } },
  async run(context, input) {
    const filter = { subject: input.words[0], by: textOption(input, 'by'), since: parseSince(input) };
    await withDatabase(context.settings(), async (db) =>
      printList(context, input, await listAudit(db, filter), { text: line, none: 'No entry matches.' }),
    );
  },
};
