/** `>` for an open quote; for a list item, the minimum indentation (columns) of its content. */
type Level = '>' | number;

const TAB_WIDTH = 4;
/** Columns of indentation that make a line indented code. */
const CODE_INDENT = 4;
const FENCE = /^(?:`{3,}(?!.*`)|~{3,})/;
const THEMATIC_BREAK = /^([-*_])(?: *\1){2,} *$/;
const NON_PARAGRAPH = new RegExp(`${FENCE.source}|^#{1,6}(?: |$)|${THEMATIC_BREAK.source}`);
const LIST_ITEM = /^(?:[-*+]|\d{1,9}[.)])(?= |$)/;

const expandTabs = (line: string): string =>
  !line.includes('\t')
    ? line
    : line.split('\t').reduce((before, part) => before.padEnd((Math.floor(before.length / TAB_WIDTH) + 1) * TAB_WIDTH) + part);

function getIndent(text: string): number {
  let indent = 0;
  while (text[indent] === ' ') indent += 1;
  return indent;
}

const stripQuoteMarker = (rest: string, indent: number): string => rest.slice(rest[indent + 1] === ' ' ? indent + 2 : indent + 1);

/** Returns how many open levels a line continues, and the rest of the line. */
function matchOpenLevels(line: string, levels: readonly Level[]): { levelCount: number; rest: string } {
  let rest = line;
  for (const [levelCount, level] of levels.entries()) {
    const indent = getIndent(rest);
    const isBlank = indent === rest.length;
    if (level === '>') {
      if (indent >= CODE_INDENT || rest[indent] !== '>') return { levelCount, rest };
      rest = stripQuoteMarker(rest, indent);
    } else if (indent >= level) rest = rest.slice(level);
    else if (!isBlank) return { levelCount, rest };
  }
  return { levelCount: levels.length, rest };
}

function parseNextLevel(rest: string): { level: Level; rest: string } | undefined {
  const indent = getIndent(rest);
  if (indent >= CODE_INDENT) return undefined;
  if (rest[indent] === '>') return { level: '>', rest: stripQuoteMarker(rest, indent) };
  const body = rest.slice(indent);
  const [mark] = LIST_ITEM.exec(body) ?? [];
  if (mark === undefined || THEMATIC_BREAK.test(body)) return undefined;
  const after = body.slice(mark.length);
  const spaces = getIndent(after);
  const padding = spaces === after.length || spaces > CODE_INDENT ? 1 : spaces;
  return { level: indent + mark.length + padding, rest: after.slice(padding) };
}

/** Returns how deep quotes and lists are nested, by CommonMark, up to `maxDepth` + 1. @param text with LF line ends */
export function getNestingDepth(text: string, maxDepth: number): number {
  let levels: Level[] = [];
  let fence: { sign: string; within: number } | undefined;
  let inParagraph = false;
  let deepest = 0;
  for (const line of text.split('\n')) {
    const { levelCount, rest: remainder } = matchOpenLevels(expandTabs(line), levels);
    let rest = remainder;
    if (fence && levelCount >= fence.within) {
      if (getIndent(rest) < CODE_INDENT && rest.trim().startsWith(fence.sign) && /^ *([`~])\1* *$/.test(rest)) fence = undefined;
      continue;
    }
    fence = undefined;
    const openLevels = levels.slice(0, levelCount);
    for (let next = parseNextLevel(rest); next && openLevels.length <= maxDepth; next = parseNextLevel(rest)) {
      openLevels.push(next.level);
      ({ rest } = next);
    }
    deepest = Math.max(deepest, openLevels.length);
    if (deepest > maxDepth) return deepest;
    const body = rest.trim();
    const [sign] = getIndent(rest) < CODE_INDENT ? (FENCE.exec(body) ?? []) : [];
    const isText = body !== '' && !NON_PARAGRAPH.test(body);
    // Lazy continuation: a paragraph continues on a line without the markers of its levels.
    if (!(inParagraph && isText && openLevels.length === levelCount)) levels = openLevels;
    inParagraph = isText;
    if (sign !== undefined) fence = { sign, within: levels.length };
  }
  return deepest;
}
