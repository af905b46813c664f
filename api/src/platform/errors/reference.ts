import { randomBytes } from 'node:crypto';
import { REFERENCE } from '@solvent/contracts';

/** Names a request among those of all servers: log lines carry it as `reqId`. */
export const newRequestId = (): string => randomBytes(8).toString('hex');

/** What a person can quote of a request that failed, such as `7F3KQ2`: one of 887 million, always the same of a request. */
export function toErrorReference(requestId: string): string {
  const base = BigInt(REFERENCE.alphabet.length);
  let rest = BigInt(`0x${requestId}`);
  let reference = '';
  for (let sign = 0; sign < REFERENCE.length; sign += 1) {
    reference += REFERENCE.alphabet[Number(rest % base)];
    rest /= base;
  }
  return reference;
}
