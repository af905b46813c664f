import { userInfo } from 'node:os';
import { auditEntries } from '../platform/audit/schema.ts';
import type { Executor } from '../platform/db/connect.ts';
import type { Transact } from '../platform/outbox/outbox.ts';
import { textOption, UsageError } from './command.ts';
import type { Input } from './command.ts';

/** Operator and reason, for commands that change users' data. `--why` is `--reason`, except with {@link parsePublicAuditEntry}. */
export const AUDIT_OPTIONS = { by: { type: 'string' }, reason: { type: 'string' }, why: { type: 'string' } } as const;

const TEXT_MAX = 1000;

/** An act, ready to be noted. */
export interface AuditEntry {
  act: string;
  by: string;
  reason: string;
}

/** The operator: `--by`, else the user who called sudo, else the operating system's user. */
const getOperator = (input: Input): string =>
  textOption(input, 'by')?.trim() || process.env['SUDO_USER']?.trim() || userInfo().username;

/** @param publicReason what affected users read; the reason if no other is given @throws UsageError without a reason */
export function parseAuditEntry(input: Input, act: string, publicReason = ''): AuditEntry {
  const given = textOption(input, 'reason') ?? textOption(input, 'why');
  const reason = (given?.trim() || publicReason).slice(0, TEXT_MAX);
  if (reason === '')
    throw new UsageError(
      `Say why: --reason "…" is stored with the action and the operator (--by, else the user who called sudo, else the operating system's user).`,
    );
  return { act, by: getOperator(input).slice(0, TEXT_MAX), reason };
}

/** An act, with the reason that the author of the content reads. */
interface PublicAuditEntry {
  why: string;
  act: AuditEntry;
}

/** As {@link parseAuditEntry}, where the author reads `--why`; `--reason` is for the audit only. @throws UsageError without `--why` */
export function parsePublicAuditEntry(input: Input, act: string): PublicAuditEntry {
  const why = textOption(input, 'why')?.trim().slice(0, TEXT_MAX) ?? '';
  if (why === '')
    throw new UsageError(
      'Say why: --why "…" is for the author of the content. A --reason "…" besides it is stored with the action, and the author never reads it.',
    );
  const noted = parseAuditEntry(input, act, why);
  return { why, act: noted.reason === why ? noted : { ...noted, reason: `${noted.reason} (for the author: ${why})` } };
}

/** Notes what was done, in the transaction that does it. */
export async function recordAuditEntry(on: Executor, act: AuditEntry, subject: string): Promise<void> {
  await on.insert(auditEntries).values({ ...act, subject });
}

/** As `transact`, with a note of the act; of work that comes to undefined, since there was nothing to do, there is none. */
export const withAuditEntry =
  (transact: Transact, act: AuditEntry, subject: string): Transact =>
  (work) =>
    transact(async (tx, events) => {
      const done = await work(tx, events);
      if (done !== undefined) await recordAuditEntry(tx, act, subject);
      return done;
    });
