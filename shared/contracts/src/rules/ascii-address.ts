/** Characters that no domain has; before or after some of them a URL has something else than its host. */
const NO_DOMAIN = /[\s/\\?#@:%[\]]/;
const IS_ASCII = /^[\0-\x7F]*$/;
/** Longer than any domain, in any script: mapping takes its time. */
const DOMAIN_MAX = 253;

/**
 * An email address with its domain in ASCII: `ada@bücher.example` is `ada@xn--bcher-kva.example`, which mail servers understand
 * and which is one spelling for one mailbox. Unchanged where the domain is in ASCII already, or is no domain.
 */
export function asciiAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  if (at === -1 || domain.length > DOMAIN_MAX || IS_ASCII.test(domain) || NO_DOMAIN.test(domain)) return address;
  // Browsers and Node.js map the host of a URL by UTS 46.
  const url = `http://${domain}`;
  return URL.canParse(url) ? `${address.slice(0, at)}@${new URL(url).hostname}` : address;
}

/** {@link asciiAddress} as a transform of rules. */
export const toAsciiAddress = (text: unknown): unknown => (typeof text === 'string' ? asciiAddress(text) : text);
