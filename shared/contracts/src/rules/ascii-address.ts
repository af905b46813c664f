import { parseUrl } from '../parse-url.ts';

/** Characters that would end the host of a URL, or that no domain has. */
const NON_DOMAIN_CHARACTER = /[\s/\\?#@:%[\]]/;
const IS_ASCII = /^[\0-\x7F]*$/;
const DOMAIN_MAX_LENGTH = 253;

/** Converts the domain of an email address to punycode; returns invalid addresses unchanged. */
export function toAsciiEmail(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  if (at === -1 || domain.length > DOMAIN_MAX_LENGTH || IS_ASCII.test(domain) || NON_DOMAIN_CHARACTER.test(domain))
    return address;
  // URL parsing maps the host by UTS 46 in browsers and Node.js.
  const url = parseUrl(`http://${domain}`);
  return url ? `${address.slice(0, at)}@${url.hostname}` : address;
}

/** {@link toAsciiEmail} as a yup transform. */
export const asciiEmailTransform = (text: unknown): unknown => (typeof text === 'string' ? toAsciiEmail(text) : text);
