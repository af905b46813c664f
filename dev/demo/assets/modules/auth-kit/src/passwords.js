import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(scrypt);
/** OWASP's advice for scrypt: 2^17 rounds of 8 blocks take 128 MiB for a moment. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 };

/** A text that can be stored: the cost stands in it, so that it can be raised later. */
export async function hashPassword(password, cost = COST) {
  const salt = randomBytes(16);
  const key = await derive(password.normalize('NFKC'), salt, 32, cost);
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** Whether this is the password. False for a text that is no hash. */
export async function verifyPassword(stored, password) {
  const [name, N, r, p, salt, key] = stored.split('$');
  if (name !== 'scrypt' || salt === undefined || key === undefined) return false;
  const right = Buffer.from(key, 'base64url');
  const cost = { N: Number(N), r: Number(r), p: Number(p), maxmem: COST.maxmem };
  const given = await derive(password.normalize('NFKC'), Buffer.from(salt, 'base64url'), right.length, cost);
  return timingSafeEqual(right, given);
}
