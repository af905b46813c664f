import type { MarkdownIt } from 'markdown-it';

type Linkify = MarkdownIt['linkify'];

/** What may stand before `www.`: it is no part of a longer address. */
const WWW_PREFIX = /[\s*_~(]/;

/** Hosts of mail addresses end with a letter, unlike versions and IP addresses; the library accepts `a@b+c.d`, too. */
const MAIL_HOST = /@[\p{L}\p{N}._[\]:-]*\p{L}$/u;

/** Length of the address at a place, by a pattern with the sticky flag. */
function matchLength(text: string, at: number, pattern: RegExp): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}

/**
 * Has addresses without any mark be links, as GitHub does (product 5.15): `https://…`, `www.…`, `mailto:…`, `xmpp:…` and mail
 * addresses. What a developer writes and is no address stays text: `git@github.com:a/b.git`, `lodash@4.17.21`, `README.md`.
 */
export function enableAutolinks(linkify: Linkify): void {
  const { re } = linkify;
  const www = new RegExp(re.get_url_host_port().source + re.get_path().source, 'iy');
  const xmpp = new RegExp(`${re.get_mailto_validator().source}(?:/[a-z0-9@.]*[a-z0-9])?`, 'iy');
  linkify.set({ urlAuth: true });
  for (const schema of ['ftp:', '//']) linkify.add(schema, null);
  linkify.add('www.', {
    validate: (text, at) => {
      const before = text[at - 'www.'.length - 1];
      if (before !== undefined && !WWW_PREFIX.test(before)) return 0;
      return matchLength(text, at, www);
    },
    normalize: (match) => {
      match.url = `http://${match.url}`;
    },
  });
  linkify.add('xmpp:', { validate: (text, at) => matchLength(text, at, xmpp) });
  const match = linkify.match.bind(linkify);
  linkify.match = (text) => {
    const isAddress = ({ schema, raw, lastIndex }: { schema: string; raw: string; lastIndex: number }) =>
      schema !== 'mailto:' || (MAIL_HOST.test(raw) && !/^:\S/.test(text.slice(lastIndex, lastIndex + 2)));
    return match(text)?.filter(isAddress) ?? null;
  };
}
