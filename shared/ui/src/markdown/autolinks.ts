import type { MarkdownIt } from 'markdown-it';

type Linkify = MarkdownIt['linkify'];

/** Characters that may precede `www.`, which otherwise is part of a longer word. */
const WWW_PREFIX = /[\s*_~(]/;

/** Hosts of email addresses end with a letter, unlike versions and IP addresses. The library also accepts `a@b+c.d`. */
const MAIL_HOST = /@[\p{L}\p{N}._[\]:-]*\p{L}$/u;

function matchLength(text: string, at: number, pattern: RegExp): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}

/** Links bare URLs and email addresses like GitHub (product 5.15), but not `git@github.com:a/b.git` or `lodash@4.17.21`. */
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
