import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';

/**
 * Tokens for links in e-mails: signed, over after some minutes, and good for one use. `used` is anything with `has` and
 * `add` that all your servers share.
 */
export function createLinks({ key, minutes = 15, used = new Set() }) {
  const sign = (payload) => createHmac('sha256', key).update(payload).digest();
  return {
    /** `purpose` is what the link is for, such as `sign-in`: one for something else is not taken. */
    make(email, purpose, now = Date.now()) {
      const content = { email, purpose, id: randomUUID(), until: now + minutes * 60_000 };
      const payload = Buffer.from(JSON.stringify(content)).toString('base64url');
      return `${payload}.${sign(payload).toString('base64url')}`;
    },

    /** The e-mail address that a token was made for; undefined for one that is forged, over, used or for something else. */
    take(token, purpose, now = Date.now()) {
      const [payload = '', signature = ''] = token.split('.');
      const [right, given] = [sign(payload), Buffer.from(signature, 'base64url')];
      if (right.length !== given.length || !timingSafeEqual(right, given)) return undefined;
      const content = JSON.parse(Buffer.from(payload, 'base64url').toString());
      if (content.purpose !== purpose || content.until < now || used.has(content.id)) return undefined;
      used.add(content.id);
      return content.email;
    },
  };
}
