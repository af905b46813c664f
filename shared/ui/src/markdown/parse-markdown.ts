import MarkdownIt from 'markdown-it';
import type { Env, Token } from 'markdown-it';

/** Levels of quotes and lists within each other; a list is two. */
const MAX_LEVELS = 100;

/** So often the parser may ask what a line or a sign is: 50,000 characters of documentation need half of it at most. */
const MAX_STEPS = 20_000;

/** A text that asks for more work, or deeper levels, than a page can bear. It is shown as it was written. */
export class TooMuch extends Error {}

const parser = new MarkdownIt('commonmark', { html: false, linkify: true, maxNesting: MAX_LEVELS });
// `https://…` without any mark is a link; what only looks like an address stays text.
parser.inline.ruler.enable('linkify');
parser.linkify.set({ urlAuth: true });
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
