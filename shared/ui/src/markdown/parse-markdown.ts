import MarkdownIt from 'markdown-it';
import type { Env, Token } from 'markdown-it';

/** What GitHub's markdown has besides CommonMark (product 5.15). */
const EXTENSIONS = ['table', 'strikethrough'];

/** The part of the parser's state that is looked at. */
interface Parsed {
  tokens: Token[];
  Token: new (type: string, tag: string, nesting: -1 | 0 | 1) => Token;
}

/** Levels of quotes and lists within each other; a list is two. */
const MAX_LEVELS = 100;

/** So often the parser may ask what a line or a sign is: 50,000 characters of documentation need half of it at most. */
const MAX_STEPS = 20_000;

/** More than the elements that a page shows can be made of; a table has cells also where nothing is written. */
const MAX_TOKENS = 10_000;

/** A text that asks for more work, or deeper levels, than a page can bear. It is shown as it was written. */
export class TooMuch extends Error {}

const parser = new MarkdownIt('commonmark', { html: false, linkify: true, maxNesting: MAX_LEVELS });
parser.enable(EXTENSIONS);
// `https://…` and `mailto:…` without any mark are links; what only looks like an address (`git@github.com:a/b`, `README.md`) stays text.
parser.inline.ruler.enable('linkify');
parser.core.ruler.enable('linkify');
parser.linkify.set({ urlAuth: true, fuzzyEmail: false });
for (const schema of ['ftp:', '//']) parser.linkify.add(schema, null);
// Where a link may lead is decided when it is shown: of one that leads elsewhere the words stay.
parser.validateLink = () => true;
// Browsers know what to do with letters of any language in the name of a host; the words are those that were written.
parser.normalizeLink = (address) => parser.utils.lib.mdurl.encode(address);
parser.normalizeLinkText = (words) => words;

/** Asked before each rule of the parser, and none itself: it ends what takes too long. */
function countStep({ env }: { env: Env }): false {
  const steps = Number(env['steps'] ?? 0) + 1;
  if (steps > MAX_STEPS) throw new TooMuch();
  env['steps'] = steps;
  return false;
}
parser.block.ruler.before('code', 'steps', countStep, { alt: ['paragraph', 'reference', 'blockquote', 'list'] });
parser.inline.ruler.before('text', 'steps', countStep);

/** Asked between blocks and what is in them. */
function countTokens({ tokens }: Parsed) {
  if (tokens.length > MAX_TOKENS) throw new TooMuch();
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

/**
 * The parts of a text in markdown, one after the other. The parser's time grows with the text's length alone, and is bounded.
 * @throws {TooMuch} for what is nested too deeply or has too many parts; a RangeError for pictures in pictures without end
 */
export function parseMarkdown(text: string): Token[] {
  const tokens = parser.parse(text, {});
  // What is deeper is left out by the parser.
  if (tokens.some(({ level }) => level >= MAX_LEVELS - 1)) throw new TooMuch();
  return tokens;
}
