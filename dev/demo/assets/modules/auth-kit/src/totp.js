import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** A code is good for so many seconds (RFC 6238). */
const STEP = 30;

/** A key of 160 bits, in the letters that authenticator apps take. */
export const newTotpKey = () => Array.from(randomBytes(32), (byte) => LETTERS[byte % 32]).join('');

function bytesOf(key) {
  const bits = Array.from(key.toUpperCase().replaceAll(/[\s=]/g, ''), (letter) => {
    const value = LETTERS.indexOf(letter);
    if (value < 0) throw new Error('A key has the letters A to Z and the digits 2 to 7');
    return value.toString(2).padStart(5, '0');
  }).join('');
  return Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
}

/** The six digits of a moment (ms). */
export function totp(key, now = Date.now()) {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 1000 / STEP)));
  const mac = createHmac('sha1', bytesOf(key)).update(counter).digest();
  const code = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(code % 1_000_000).padStart(6, '0');
}

/** Whether these are the digits of now, of the step before or of the one after: clocks differ. */
export function verifyTotp(key, code, now = Date.now()) {
  if (!/^\d{6}$/.test(code)) return false;
  const given = Buffer.from(code);
  return [0, -1, 1].some((step) => timingSafeEqual(Buffer.from(totp(key, now + step * STEP * 1000)), given));
}

/** What goes into the QR code. */
export const totpAddress = (key, account, issuer) =>
  `otpauth://totp/${encodeURIComponent(`${issuer}:${account}`)}?${new URLSearchParams({ secret: key, issuer })}`;
