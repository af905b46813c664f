import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { exportedDocument } from '../features/accounts/export/document.ts';
import type { UserRow } from '../features/accounts/schema.ts';
import { StartupError } from '../platform/config/startup-error.ts';
import type { Db } from '../platform/db/connect.ts';
import { errorCode } from '../platform/errors/error-code.ts';
import { noteAct } from './act.ts';
import type { Act } from './act.ts';

/**
 * Writes a person's data into a new file that only its owner reads: the document that the person downloads on their profile. The audit
 * entry comes first, so that no file is without one.
 * @throws StartupError where the file exists
 */
export async function exportAccount(db: Db, user: UserRow, file: string, act: Act): Promise<void> {
  await noteAct(db, act, user.id);
  const serialize = (value: unknown) => JSON.stringify(value);
  const pieces = exportedDocument(db, user, new Date(), { rest: serialize, message: serialize });
  await pipeline(Readable.from(pieces), createWriteStream(file, { flags: 'wx', mode: 0o600 })).catch((error: unknown) => {
    throw errorCode(error) === 'EEXIST' ? new StartupError(`${file} exists already. Name another file with --to.`) : error;
  });
}
