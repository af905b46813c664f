import { userInfo } from 'node:os';
import { auditEntries } from '../platform/audit/schema.ts';
import type { Executor } from '../platform/db/connect.ts';
import type { Transact } from '../platform/outbox/outbox.ts';
import { textOption, UsageError } from './command.ts';
import type { Input } from './command.ts';

/** Operator and reason, for commands that change users' data. `--why` is `--reason`, except with {@link parsePublicAuditEntry}. */
export const AUDIT_OPTIONS = { by: { type: 'string' }, reason: { type: 'string' }, why: { type: 'string' } } as const;

const TEXT_MAX = 1000;

export interface AuditEntry {
  act: string;
  by: string;
  reason: string;
}

/** @param publicReason what affected users read; the reason if no other is given @throws UsageError without a reason */
export function parseAuditEntry(input: Input, act: string, publicReason = ''): AuditEntry {
  const given = textOption(input, 'reason') ?? textOption(input, 'why');
  const reason = (given?.trim() || publicReason).slice(0, TEXT_MAX);
  if (reason === '')
    throw new UsageError(
      'A reason is required: --reason "…". It is recorded with the operator (--by, else the user who ran sudo, else the current user).',
    );
  const by = textOption(input, 'by')?.trim() || process.env['SUDO_USER']?.trim() || userInfo().username;
  return { act, by: by.slice(0, TEXT_MAX), reason };
}

/** As {@link parseAuditEntry}, but the author reads `--why`; `--reason` is for the audit only. @throws UsageError without `--why` */
export function parsePublicAuditEntry(input: Input, act: string): { why: string; act: AuditEntry } {
  const why = textOption(input, 'why')?.trim().slice(0, TEXT_MAX) ?? '';
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
