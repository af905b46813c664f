/** A quote, or an item of a list by the columns that its further lines are indented by at least. */
type Level = '>' | number;

const TAB = 4;
/** So many columns make code of a line. */
const CODE = 4;
const FENCE = /^(?:`{3,}(?!.*`)|~{3,})/;
const DRAWN_LINE = /^([-*_])(?: *\1){2,} *$/;
const OTHER_THAN_TEXT = new RegExp(`${FENCE.source}|^#{1,6}(?: |$)|${DRAWN_LINE.source}`);
const ITEM = /^(?:[-*+]|\d{1,9}[.)])(?= |$)/;

/** Of the other tabs no length matters. */
const withoutTabs = (line: string): string =>
  !line.includes('\t')
    ? line
    : line.split('\t').reduce((before, part) => before.padEnd((Math.floor(before.length / TAB) + 1) * TAB) + part);

function indentOf(text: string): number {
  let indent = 0;
  while (text[indent] === ' ') indent += 1;
  return indent;
}

const afterQuote = (rest: string, indent: number): string => rest.slice(rest[indent + 1] === ' ' ? indent + 2 : indent + 1);

/** What of a line goes on with levels that were open before it: how many of them, and what is left of it. */
function goOn(line: string, levels: readonly Level[]): { count: number; rest: string } {
  let rest = line;
  for (const [count, level] of levels.entries()) {
    const indent = indentOf(rest);
    const isBlank = indent === rest.length;
    if (level === '>') {
      if (indent >= CODE || rest[indent] !== '>') return { count, rest };
      rest = afterQuote(rest, indent);
    } else if (indent >= level) rest = rest.slice(level);
    else if (!isBlank) return { count, rest };
  }
  return { count: levels.length, rest };
}

/** The level that the rest of a line begins with, if it does. */
function nextLevel(rest: string): { level: Level; rest: string } | undefined {
  const indent = indentOf(rest);
  if (indent >= CODE) return undefined;
  if (rest[indent] === '>') return { level: '>', rest: afterQuote(rest, indent) };
  const body = rest.slice(indent);
  const [mark] = ITEM.exec(body) ?? [];
  if (mark === undefined || DRAWN_LINE.test(body)) return undefined;
  const after = body.slice(mark.length);
  const spaces = indentOf(after);
  const padding = spaces === after.length || spaces > CODE ? 1 : spaces;
  return { level: indent + mark.length + padding, rest: after.slice(padding) };
}

/**
 * How many quotes and lists of a text in markdown stand within each other, as CommonMark reads them: code is none of them, be it
 * fenced or indented. Lines end with LF. Takes a time that grows with the text's length alone: it does not count beyond `most` + 1.
 */
export function getNestingDepth(text: string, most: number): number {
  let levels: Level[] = [];
  let fence: { sign: string; within: number } | undefined;
  let inParagraph = false;
  let deepest = 0;
  for (const line of text.split('\n')) {
    const { count, rest: left } = goOn(withoutTabs(line), levels);
    let rest = left;
    if (fence && count >= fence.within) {
      if (indentOf(rest) < CODE && rest.trim().startsWith(fence.sign) && /^ *([`~])\1* *$/.test(rest)) fence = undefined;
      continue;
    }
    fence = undefined;
    const now = levels.slice(0, count);
    for (let next = nextLevel(rest); next && now.length <= most; next = nextLevel(rest)) {
      now.push(next.level);
      ({ rest } = next);
    }
    deepest = Math.max(deepest, now.length);
    if (deepest > most) return deepest;
    const body = rest.trim();
    const [sign] = indentOf(rest) < CODE ? (FENCE.exec(body) ?? []) : [];
    const isText = body !== '' && !OTHER_THAN_TEXT.test(body);
    // A paragraph goes on in a line that leaves out the marks of what it stands in.
    if (!(inParagraph && isText && now.length === count)) levels = now;
    inParagraph = isText;
    if (sign !== undefined) fence = { sign, within: levels.length };
  }
  return deepest;
}
