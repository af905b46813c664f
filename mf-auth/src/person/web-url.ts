/**
 * What a person gave as an address of theirs, as a link that is safe to follow: http and https alone.
 *
 * @returns undefined when it is no such address
 */
export function parseWebUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url : undefined;
}

/** An address as people read it: without the protocol and a last slash. */
export const formatUrl = ({ host, pathname, search }: URL): string => `${host}${pathname}${search}`.replace(/\/$/, '');
