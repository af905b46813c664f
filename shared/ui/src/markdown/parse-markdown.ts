import MarkdownIt from 'markdown-it';
import type { Env, Token } from 'markdown-it';
import footnotes from 'markdown-it-footnote';

/** Extensions of GitHub's markdown (product 5.15). */
const EXTENSIONS = ['table', 'strikethrough'];

interface Parsed {
  tokens: Token[];
  Token: new (type: string, tag: string, nesting: -1 | 0 | 1) => Token;
}

/** Nested quotes and lists; a list counts twice. */
const MAX_NESTING = 100;

/** Rule invocations; 50,000 characters of documentation need at most half as many. */
const MAX_STEPS = 20_000;

/** More than a page's elements can have; tables have cells even without text. */
const MAX_TOKENS = 10_000;

/** Text that would take too long or is nested too deeply; shown as written. */
export class TooComplexError extends Error {}

/** Characters that may precede `www.`, which otherwise is part of a longer word. */
const WWW_PREFIX = /[\s*_~(]/;

/** Hosts of email addresses end with a letter, unlike versions and IP addresses. The library also accepts `a@b+c.d`. */
const MAIL_HOST = /@[\p{L}\p{N}._[\]:-]*\p{L}$/u;

function matchLength(text: string, at: number, pattern: RegExp): number {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0].length ?? 0;
}

/** Links bare URLs and email addresses like GitHub (product 5.15), but not `git@github.com:a/b.git` or `lodash@4.17.21`. */
function enableAutolinks(linkify: typeof parser.linkify): void {
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

const parser = new MarkdownIt('commonmark', { html: false, linkify: true, maxNesting: MAX_NESTING });
parser.enable(EXTENSIONS);
parser.inline.ruler.enable('linkify');
parser.core.ruler.enable('linkify');
enableAutolinks(parser.linkify);
// Links are checked when they are rendered, so that their text is kept.
parser.validateLink = () => true;
// Browsers handle international host names; the text is kept as written.
parser.normalizeLink = (address) => parser.utils.lib.mdurl.encode(address);
parser.normalizeLinkText = (words) => words;
parser.use(footnotes);
// GitHub has no inline footnotes.
parser.inline.ruler.disable('footnote_inline');

/** A rule that never matches: it limits the number of steps. */
function countStep({ env }: { env: Env }): false {
  const steps = Number(env['steps'] ?? 0) + 1;
  if (steps > MAX_STEPS) throw new TooComplexError();
  env['steps'] = steps;
  return false;
}
parser.block.ruler.before('code', 'steps', countStep, { alt: ['paragraph', 'reference', 'blockquote', 'list'] });
parser.inline.ruler.before('text', 'steps', countStep);

/** A footnote reference of limited length: the library scans to the end of the text at each `[^`. */
const REFERENCE = /\[\^[^\s\]]{1,100}\]/y;

interface Inline {
  src: string;
  pos: number;
  pending: string;
}

/** Treats the `[` of an invalid reference as text. */
function skipInvalidFootnote(state: Inline, silent: boolean): boolean {
  if (!state.src.startsWith('[^', state.pos)) return false;
  REFERENCE.lastIndex = state.pos;
  if (REFERENCE.test(state.src)) return false;
  if (!silent) state.pending += '[';
  state.pos += 1;
  return true;
}
parser.inline.ruler.before('footnote_ref', 'no_footnote_ref', skipInvalidFootnote);

/** Limits the number of tokens between the block and inline phases. */
function limitTokenCount({ tokens }: Parsed) {
  if (tokens.length > MAX_TOKENS) throw new TooComplexError();
}
parser.core.ruler.after('block', 'tokens', limitTokenCount);

const TASK = /^\[([ xX])\][ \t\n]+/;

/** Token type of a task's checkbox. */
export const TASK_BOX = 'task_box';

/** Turns list items that begin with `[ ]` or `[x]` into labeled checkboxes. */
function markTasks({ tokens, Token }: Parsed) {
  tokens.forEach(({ type, children }, index) => {
    const item = tokens[index - 2];
    if (type !== 'inline' || tokens[index - 1]?.type !== 'paragraph_open' || item?.type !== 'list_item_open') return;
    const first = children?.[0];
    const [mark, sign] = (first?.type === 'text' ? TASK.exec(first.content) : null) ?? [];
    if (!children || !first || mark === undefined) return;
    first.content = first.content.slice(mark.length);
    const box = new Token(TASK_BOX, 'input', 0);
    box.attrs = sign === ' ' ? null : [['checked', '']];
    item.attrs = [['data-task', '']];
    children.unshift(new Token('label_open', 'label', 1), box);
    children.push(new Token('label_close', 'label', -1));
  });
}
parser.core.ruler.after('text_join', 'tasks', markTasks);

const ALERT = /^\[!(note|tip|important|warning|caution)\]\s*$/i;

/** Turns quotes that begin with a line such as `[!NOTE]` into alerts. */
function markAlerts({ tokens }: Parsed) {
  tokens.forEach((quote, index) => {
    const [paragraph, inline, end, next] = tokens.slice(index + 1, index + 5);
    if (quote.type !== 'blockquote_open' || quote.level > 0 || paragraph?.type !== 'paragraph_open') return;
    const [first, second] = inline?.children ?? [];
    const [, kind] = (first?.type === 'text' ? ALERT.exec(first.content) : null) ?? [];
    if (!inline?.children || !end || kind === undefined) return;
    const isAlone = second === undefined;
    // The first line must contain nothing else, and the alert must have content.
    if (isAlone ? next?.type === 'blockquote_close' : second.type !== 'softbreak' && second.type !== 'hardbreak') return;
    quote.attrs = [['data-alert', kind.toLowerCase()]];
    inline.children.splice(0, 2);
    paragraph.hidden = end.hidden = isAlone;
  });
}
parser.core.ruler.after('text_join', 'alerts', markAlerts);

/** Parses in linear, bounded time. @throws {TooComplexError}; {RangeError} for endlessly nested pictures */
export function parseMarkdown(text: string): Token[] {
  const tokens = parser.parse(text, {});
  // The parser drops deeper levels.
  if (tokens.some(({ level }) => level >= MAX_NESTING - 1)) throw new TooComplexError();
  return tokens;
}
