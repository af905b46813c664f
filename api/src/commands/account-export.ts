import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ACCOUNT_HOOKS } from '../hooks.ts';
import { streamUserExport } from '../features/accounts/index.ts';
import type { UserRow } from '../schema/index.ts';
import { StartupError } from '../platform/config/startup-error.ts';
import type { Db } from '../platform/db/connect.ts';
import { errorCode, isUnreachable } from '../platform/errors/error-code.ts';
import { recordAuditEntry } from './audit-entry.ts';
import type { AuditEntry } from './audit-entry.ts';

const ADVICE = 'name another file with --to, or leave it out and redirect the output to a file';

/**
 * Writes a user's data into a new file that only the file's owner can read, or to standard output. It is the document that users
 * can download on their profile. The audit entry is stored first, so that every export has one.
 *
 * @param file undefined: standard output
 * @throws StartupError if the file exists or cannot be written
 */
export async function exportAccount(db: Db, user: UserRow, file: string | undefined, act: AuditEntry): Promise<void> {
  await recordAuditEntry(db, act, user.id);
  const serializers = { rest: (value: unknown) => JSON.stringify(value), items: {} };
  const pieces = Readable.from(streamUserExport(db, user, new Date(), ACCOUNT_HOOKS.exporters, serializers));
  if (file === undefined) return pipeline(pieces, process.stdout, { end: false });
  await pipeline(pieces, createWriteStream(file, { flags: 'wx', mode: 0o600 })).catch((error: unknown) => {
    const code = errorCode(error);
    if (code === 'EEXIST') throw new StartupError(`${file} exists already: ${ADVICE}.`);
    if (code?.startsWith('E') && !isUnreachable(error)) throw new StartupError(`${file} cannot be written (${code}): ${ADVICE}.`);
    throw error;
  });
}
