import { DEVICE_HEADER } from '@solvent/contracts';
import { readKey, writeKey } from '@solvent/store';

/** The key in `localStorage`. It stays after signing out: that is when it is needed. */
const KEY = 'solvent.device';
const SECRET = /^[\w-]{43}$/;

/** 32 random bytes in base64url. */
function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/**
 * Headers of a call that signs in, or sets a password: by them the server knows this browser again, so that what strangers guess
 * at an account keeps nobody out who has been there before. None where the browser keeps nothing.
 */
export function knownDevice(): Record<string, string> {
  if (!SECRET.test(readKey(KEY) ?? '')) writeKey(KEY, newSecret());
  const secret = readKey(KEY);
  return secret === null ? {} : { [DEVICE_HEADER]: secret };
}
