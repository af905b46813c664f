import { userInfo } from 'node:os';
import { and, desc, eq, gte } from 'drizzle-orm';
import { auditEntries } from '../schema/operators.ts';
import type { Executor } from '../platform/db/connect.ts';
import type { Transact } from '../platform/outbox/outbox.ts';
import { textOption, UsageError, formatTime, printList, databaseCommand } from './command.ts';
import type { Input } from './command.ts';

const MAX_TEXT_LENGTH = 1000;

export interface AuditEntry {
  act: string;
  by: string;
  reason: string;
}

/** `--why` is `--reason`. @param publicReason what affected users read; the reason if no other is given @throws UsageError without a reason */
export function parseAuditEntry(input: Input, act: string, publicReason = ''): AuditEntry {
  const given = textOption(input, 'reason') ?? textOption(input, 'why');
  const reason = (given?.trim() || publicReason).slice(0, MAX_TEXT_LENGTH);
  if (reason === '')
    throw new UsageError(
      'A reason is required: --reason "…". It is recorded with the operator (--by, else the user who ran sudo, else the current user).',
    );
  const by = textOption(input, 'by')?.trim() || process.env['SUDO_USER']?.trim() || userInfo().username;
  return { act, by: by.slice(0, MAX_TEXT_LENGTH), reason };
}

/** As {@link parseAuditEntry}, but the author reads `--why`; `--reason` is for the audit only. @throws UsageError without `--why` */
export function parsePublicAuditEntry(input: Input, act: string): { why: string; act: AuditEntry } {
  const why = textOption(input, 'why')?.trim().slice(0, MAX_TEXT_LENGTH) ?? '';
  if (why === '')
    throw new UsageError(
      'A reason for the author is required: --why "…". An additional --reason "…" is recorded for operators only.',
    );
  const entry = parseAuditEntry(input, act, why);
  return { why, act: entry.reason === why ? entry : { ...entry, reason: `${entry.reason} (for the author: ${why})` } };
}

export async function recordAuditEntry(on: Executor, act: AuditEntry, subject: string): Promise<void> {
  await on.insert(auditEntries).values({ ...act, subject });
}

/** Records an entry in each transaction, unless its work returns undefined because there is nothing to change. */
export const withAuditEntry =
  (transact: Transact, act: AuditEntry, subject: string): Transact =>
  (work) =>
    transact(async (tx, events) => {
      const done = await work(tx, events);
      if (done !== undefined) await recordAuditEntry(tx, act, subject);
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
        text: ({ at, by, act, subject, reason }) => `${formatTime(at)}  ${by}  ${act}  ${subject}: ${reason}`,
        none: 'No matching entries.',
      });
  },
});
