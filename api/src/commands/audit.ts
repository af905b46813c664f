import { and, desc, eq, gte } from 'drizzle-orm';
import { auditEntries } from '../platform/audit/schema.ts';
import type { Executor } from '../platform/db/connect.ts';
import { formatTime, JSON_OPTION, printList, textOption, UsageError } from './command.ts';
import type { Input } from './command.ts';
import { databaseCommand } from './database-command.ts';

const HELP = `Lists the actions of operators, newest first: when, who, what, the subject (an id or a reference), and the reason.

  pnpm solvent audit
  pnpm solvent audit --by ada --since 2026-11-01
  pnpm solvent audit 0190…                  one account, problem, comment, module or review

Shows at most 500 entries. --json prints JSON.`;

const MAX_RESULTS = 500;

interface AuditFilter {
  subject?: string | undefined;
  by?: string | undefined;
  since?: Date | undefined;
}

export const listAudit = (db: Executor, { subject, by, since }: AuditFilter): Promise<(typeof auditEntries.$inferSelect)[]> =>
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

function parseSince(input: Input): Date | undefined {
  const day = textOption(input, 'since');
  if (day === undefined) return undefined;
  const since = new Date(day);
  if (Number.isNaN(since.getTime())) throw new UsageError(`--since must be a date such as 2026-11-01, not "${day}".`);
  return since;
}

export const audit = databaseCommand({
  usage: ['[<id or reference>] [--by <name>] [--since <date>] [--json]'],
  summary: 'list what operators did, when and why',
  words: 1,
  help: HELP,
  options: { ...JSON_OPTION, by: { type: 'string' }, since: { type: 'string' } },
  parse(input, context) {
    const filter = { subject: input.words[0], by: textOption(input, 'by'), since: parseSince(input) };
    return async ({ db }) =>
      printList(context, input, await listAudit(db, filter), {
        text: ({ at, by, act, subject, reason }) => `${formatTime(at)}  ${by}  ${act}  ${subject}: ${reason}`,
        none: 'No matching entries.',
      });
  },
});
