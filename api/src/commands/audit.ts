import { userInfo } from 'node:os';
import { cutText } from '@solvent/contracts';
import { and, desc, eq, gte } from 'drizzle-orm';
import { auditEntries } from '../schema/operators.ts';
import type { Executor } from '../platform/db/connect.ts';
import type { Transact } from '../platform/outbox/outbox.ts';
import { textOption, UsageError, formatTime, printList, databaseCommand } from './command.ts';
import type { Input } from './command.ts';

const MAX_TEXT_LENGTH = 1000;

export interface AuditEntry {
  action: string;
  by: string;
  reason: string;
}

/**
 * Parses `--reason`, `--why` and `--by`.
 * @param publicReason the reason that affected users read; recorded if no other is given
 * @throws UsageError without a reason
 */
export function parseAuditEntry(input: Input, action: string, publicReason = ''): AuditEntry {
  const given = textOption(input, 'reason') ?? textOption(input, 'why');
  const reason = cutText(given?.trim() || publicReason, MAX_TEXT_LENGTH);
  if (reason === '')
    throw new UsageError(
      'A reason is required: --reason "…". It is recorded with the operator (--by, else the user who ran sudo, else the current user).',
    );
  const by = textOption(input, 'by')?.trim() || process.env['SUDO_USER']?.trim() || userInfo().username;
  return { action, by: cutText(by, MAX_TEXT_LENGTH), reason };
}

/** Parses an entry whose `--why` the author of the content reads; `--reason` is for the audit only. @throws UsageError without `--why` */
export function parsePublicAuditEntry(input: Input, action: string): { why: string; entry: AuditEntry } {
  const why = cutText(textOption(input, 'why')?.trim() ?? '', MAX_TEXT_LENGTH);
  if (why === '')
    throw new UsageError(
      'A reason for the author is required: --why "…". An additional --reason "…" is recorded for operators only.',
    );
  const entry = parseAuditEntry(input, action, why);
  return { why, entry: entry.reason === why ? entry : { ...entry, reason: `${entry.reason} (for the author: ${why})` } };
}

export async function recordAuditEntry(on: Executor, entry: AuditEntry, subject: string): Promise<void> {
  await on.insert(auditEntries).values({ ...entry, subject });
}

/** Records an entry in each transaction, unless its work returns undefined because there is nothing to change. */
export const withAuditEntry =
  (transact: Transact, entry: AuditEntry, subject: string): Transact =>
  (work) =>
    transact(async (tx, events) => {
      const done = await work(tx, events);
      if (done !== undefined) await recordAuditEntry(tx, entry, subject);
      return done;
    });

const MAX_RESULTS = 500;

export const listAudit = (
  db: Executor,
  { subject, by, since }: { subject?: string | undefined; by?: string | undefined; since?: Date | undefined },
) =>
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
  help: `Lists the actions of operators, newest first: when, who, what, the subject (an account, problem, comment, module or review by its id,
or a reference), and the reason. --since is a date such as 2026-11-01. At most 500 entries.`,
  parse(input) {
    const filter = { subject: input.words[0], by: textOption(input, 'by'), since: parseSince(input) };
    return async ({ db }) =>
      printList(input, await listAudit(db, filter), {
        text: ({ at, by, action, subject, reason }) => `${formatTime(at)}  ${by}  ${action}  ${subject}: ${reason}`,
        emptyText: 'No matching entries.',
        // Scripts of operators may read the key `act`.
        json: ({ id, at, by, action, subject, reason }) => ({ id, at, by, act: action, subject, reason }),
      });
  },
});
