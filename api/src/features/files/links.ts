import { CHAT } from '@solvent/contracts';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { json } from '../../platform/http/response-schema.ts';
import type { Db } from '../../platform/db/connect.ts';
import { getSecret } from '../../platform/secrets/secret.ts';

/** The properties of a stored file in an answer. */
export const fileFields = { _id: json.id, url: json.text, name: json.text, size: json.integer, mimeType: json.text };

/** Where a stored file is read, from the root of this site. */
export const fileUrl = (id: string): string => `/api/files/${id}`;

const LIFE = CHAT.linkMinutes * 60_000;
/** Links of one file are the same for so long (ms): a message that is heard of twice shows a picture that is fetched once. */
const SAME_FOR = 10_000;

/** What a signed link says besides the file's id. */
interface Signed {
  /** Unix time (ms) from which on it is dead. */
  expires?: string | undefined;
  signature?: string | undefined;
}

/** Makes and checks links by which whoever has one reads a private file, without a session, for `CHAT.linkMinutes`. */
export interface FileLinks {
  /** A link that lives from now on. */
  linkTo(fileId: string): string;
  /** How much longer a link lives (ms); 0 for one that is dead or was not made here. */
  remainingMs(fileId: string, signed: Signed): number;
}

const signatureOf = (key: Buffer, fileId: string, expires: number) =>
  createHmac('sha256', key).update(`${fileId.toLowerCase()} ${expires}`).digest();

/** The address of a private file, from the root of this site. `now`: Unix time (ms). */
function signedFileUrl(key: Buffer, fileId: string, now: number): string {
  const expires = Math.floor(now / SAME_FOR) * SAME_FOR + LIFE;
  return `${fileUrl(fileId)}?expires=${expires}&signature=${signatureOf(key, fileId, expires).toString('base64url')}`;
}

/** How much longer such an address lives (ms); 0 for one that is dead or forged. */
function signedLifeLeft(key: Buffer, fileId: string, { expires = '', signature = '' }: Signed, now: number): number {
  if (!/^\d{1,15}$/.test(expires)) return 0;
  const given = Buffer.from(signature, 'base64url');
  const right = signatureOf(key, fileId, Number(expires));
  if (given.length !== right.length || !timingSafeEqual(given, right)) return 0;
  return Math.max(0, Number(expires) - now);
}

/** The {@link FileLinks} that all processes on this database make and know. */
export async function createFileLinks(db: Db): Promise<FileLinks> {
  const key = await getSecret(db, 'file-links');
  return {
    linkTo: (fileId) => signedFileUrl(key, fileId, Date.now()),
    remainingMs: (fileId, signed) => signedLifeLeft(key, fileId, signed, Date.now()),
  };
}
