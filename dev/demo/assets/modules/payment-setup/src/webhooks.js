import { createHmac, timingSafeEqual } from 'node:crypto';

const macOf = (key, time, body) => createHmac('sha256', key).update(`${time}.${body}`).digest();

/** The header that a sender puts on a webhook: `t=<seconds>,v1=<hex>`. */
export function signWebhook(body, key, now = Date.now()) {
  const time = Math.floor(now / 1000);
  return `t=${time},v1=${macOf(key, time, body).toString('hex')}`;
}

/**
 * Whether a webhook comes from who has the key, and is not older (or from further in the future) than the tolerance.
 * Give it the body as it came, before anything parses it.
 */
export function verifyWebhook(body, header, key, { toleranceSeconds = 300, now = Date.now() } = {}) {
  const [, time, mac] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  if (time === undefined || mac === undefined) return false;
  if (Math.abs(now / 1000 - Number(time)) > toleranceSeconds) return false;
  return timingSafeEqual(macOf(key, Number(time), body), Buffer.from(mac, 'hex'));
}
