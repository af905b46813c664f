import { randomBytes } from 'node:crypto';
import { REFERENCE } from '@solvent/contracts';

export const newRequestId = (): string => randomBytes(8).toString('hex');

/** Derives the reference of a failed request that users quote to support, such as `7F3KQ2` (one of 887 million). */
export function toErrorReference(requestId: string): string {
  const base = BigInt(REFERENCE.alphabet.length);
  let rest = BigInt(`0x${requestId}`);
  let reference = '';
  for (let index = 0; index < REFERENCE.length; index += 1) {
    reference += REFERENCE.alphabet[Number(rest % base)];
    rest /= base;
  }
  return reference;
}
