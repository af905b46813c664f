import { parseUrl } from '@solvent/contracts';

/** Parses a URL typed by a user. Returns undefined unless it is http or https, and so safe to follow. */
export function parseWebUrl(text: string): URL | undefined {
  const url = parseUrl(text);
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url : undefined;
}

/** Formats a URL without protocol and trailing slash. */
export const formatUrl = ({ host, pathname, search }: URL): string => `${host}${pathname}${search}`.replace(/\/$/, '');
