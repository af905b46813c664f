import MarkdownIt from 'markdown-it';
import type { Env, Token } from 'markdown-it';
import footnotes from 'markdown-it-footnote';
import { enableAutolinks } from './autolinks.ts';

/** What GitHub's markdown has besides CommonMark (product 5.15). */
const EXTENSIONS = ['table', 'strikethrough'];

/** The part of the parser's state that is looked at. */
interface Parsed {
  tokens: Token[];
  Token: new (type: string, tag: string, nesting: -1 | 0 | 1) => Token;
}

/** Levels of quotes and lists within each other; a list is two. */
const MAX_NESTING = 100;

/** So often the parser may ask what a line or a sign is: 50,000 characters of documentation need half of it at most. */
const MAX_STEPS = 20_000;

/** More than the elements that a page shows can be made of; a table has cells also where nothing is written. */
const MAX_TOKENS = 10_000;

/** A text that asks for more work, or deeper levels, than a page can bear. It is shown as it was written. */
export class TooComplexError extends Error {}

const parser = new MarkdownIt('commonmark', { html: false, linkify: true, maxNesting: MAX_NESTING });
parser.enable(EXTENSIONS);
parser.inline.ruler.enable('linkify');
parser.core.ruler.enable('linkify');
enableAutolinks(parser.linkify);
// Where a link may lead is decided when it is shown: of one that leads elsewhere the words stay.
parser.validateLink = () => true;
// Browsers know what to do with letters of any language in the name of a host; the words are those that were written.
parser.normalizeLink = (address) => parser.utils.lib.mdurl.encode(address);
parser.normalizeLinkText = (words) => words;
parser.use(footnotes);
// `^[words]` is not of GitHub's markdown.
parser.inline.ruler.disable('footnote_inline');

/** Asked before each rule of the parser, and none itself: it ends what takes too long. */
function countStep({ env }: { env: Env }): false {
  const steps = Number(env['steps'] ?? 0) + 1;
  if (steps > MAX_STEPS) throw new TooComplexError();
  env['steps'] = steps;
  return false;
}
parser.block.ruler.before('code', 'steps', countStep, { alt: ['paragraph', 'reference', 'blockquote', 'list'] });
parser.inline.ruler.before('text', 'steps', countStep);

/** The name of a footnote, of so many characters at most. The library looks for its end up to the end of the text, at each `[^`. */
const REFERENCE = /\[\^[^\s\]]{1,100}\]/y;

interface Inline {
  src: string;
  pos: number;
  pending: string;
}

/** Keeps the `[` of what is no reference as text. */
function skipInvalidFootnote(state: Inline, silent: boolean): boolean {
  if (!state.src.startsWith('[^', state.pos)) return false;
  REFERENCE.lastIndex = state.pos;
  if (REFERENCE.test(state.src)) return false;
  if (!silent) state.pending += '[';
  state.pos += 1;
  return true;
}
parser.inline.ruler.before('footnote_ref', 'no_footnote_ref', skipInvalidFootnote);

/** Asked between blocks and what is in them. */
function countTokens({ tokens }: Parsed) {
  if (tokens.length > MAX_TOKENS) throw new TooComplexError();
}
parser.core.ruler.after('block', 'tokens', countTokens);

const TASK = /^\[([ xX])\][ \t\n]+/;

/** The token of a task's box: a checkbox that is `checked` or not. */
export const TASK_BOX = 'task_box';

/** An item of a list that begins with `[ ]` or `[x]` is a task: its words are the label of a box. */
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

/** A quote that begins with a line of `[!NOTE]` is an alert: its token has the kind. */
function markAlerts({ tokens }: Parsed) {
  tokens.forEach((quote, index) => {
    const [paragraph, inline, end, next] = tokens.slice(index + 1, index + 5);
    if (quote.type !== 'blockquote_open' || quote.level > 0 || paragraph?.type !== 'paragraph_open') return;
    const [first, second] = inline?.children ?? [];
    const [, kind] = (first?.type === 'text' ? ALERT.exec(first.content) : null) ?? [];
    if (!inline?.children || !end || kind === undefined) return;
    const isAlone = second === undefined;
    // Nothing else is in it, or in its first line.
    if (isAlone ? next?.type === 'blockquote_close' : second.type !== 'softbreak' && second.type !== 'hardbreak') return;
    quote.attrs = [['data-alert', kind.toLowerCase()]];
    inline.children.splice(0, 2);
    paragraph.hidden = end.hidden = isAlone;
  });
}
parser.core.ruler.after('text_join', 'alerts', markAlerts);

/**
 * The parts of a text in markdown, one after the other. The parser's time grows with the text's length alone, and is bounded.
 * @throws {TooComplexError} for what is nested too deeply or has too many parts; a RangeError for pictures in pictures without end
 */
export function parseMarkdown(text: string): Token[] {
  const tokens = parser.parse(text, {});
  // What is deeper is left out by the parser.
  if (tokens.some(({ level }) => level >= MAX_NESTING - 1)) throw new TooComplexError();
  return tokens;
}
