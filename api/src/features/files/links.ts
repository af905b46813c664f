import { CHAT } from '@solvent/contracts';
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Db } from '../../platform/db/connect.ts';
import { getSecret } from '../../platform/secrets/secrets.ts';

export const fileUrl = (id: string): string => `/api/files/${id}`;

const LINK_TTL_MS = CHAT.linkMinutes * 60_000;
/** Expiry times are multiples of this: links created within it are equal, so that browsers fetch a picture once. */
const EXPIRY_STEP_MS = 10_000;

export type FileLinks = Awaited<ReturnType<typeof createFileLinks>>;

/** Creates functions that create and check links. All processes on this database share the signing key. */
export async function createFileLinks(db: Db) {
  const key = await getSecret(db, 'file-links');
  const sign = (fileId: string, expires: number) =>
    createHmac('sha256', key).update(`${fileId.toLowerCase()} ${expires}`).digest();
  return {
    linkTo(fileId: string): string {
      const expires = Math.floor(Date.now() / EXPIRY_STEP_MS) * EXPIRY_STEP_MS + LINK_TTL_MS;
      return `${fileUrl(fileId)}?expires=${expires}&signature=${sign(fileId, expires).toString('base64url')}`;
    },
    /** Milliseconds until a link expires; 0 for an expired or forged one. */
    remainingMs(fileId: string, { expires = '', signature = '' }: Record<string, string | undefined>): number {
      if (!/^\d{1,15}$/.test(expires)) return 0;
      const now = Date.now();
      const actual = Buffer.from(signature, 'base64url');
      const expected = sign(fileId, Number(expires));
      if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return 0;
      return Math.max(0, Number(expires) - now);
    },
  };
}
