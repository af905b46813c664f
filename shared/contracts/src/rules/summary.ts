import { PROBLEM } from '../limits.ts';

/** Whole blocks that are no prose: fenced code, and lines that only draw. */
const FENCES = /^(```|~~~)[^\n]*\n[\s\S]*?(?:^\1[^\n]*$|$(?![\s\S]))/gm;
const RULES = /^[ \t]*(?:[-*_][ \t]*){3,}$/gm;
const TABLE_LINES = /^[ \t]*\|.*\|[ \t]*$/gm;

/** The line below the heads of a table's columns, whose other lines may begin and end with or without a bar. */
const TABLE_RULE = /^[ \t>]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
const hasBar = (line: string | undefined) => line?.includes('|') === true;

/** Where definitions stand of what links and pictures lead to. */
const DEFINITIONS = /^ {0,3}\[[^\]\n]+\]:[ \t]*\S.*$/gm;

/** Where a footnote is defined, and where one is referred to; what has no definition is text, as `[^a-z]` is. */
const FOOTNOTE = /^ {0,3}\[\^[^\s\]]{1,100}\]:/m;
const REFERENCES = /\[\^[^\s\]]{1,100}\]/g;

/** A text without its tables; each ends with a line that is empty. */
function withoutTables(text: string): string {
  if (!text.includes('|')) return text;
  const lines = text.split('\n');
  let isTable = false;
  const kept = lines.filter((line, index) => {
    const next = lines[index + 1];
    if (isTable) isTable = line.trim() !== '';
    else isTable = hasBar(line) && hasBar(next) && TABLE_RULE.test(next ?? '');
    return !isTable;
  });
  return kept.join('\n');
}

/** More than enough for a summary, and little enough for the patterns below. */
const READ_AT_MOST = 4000;

/** Markdown's marks, each with what stays of it. */
const MARKS: [RegExp, string][] = [
  [/^ {0,3}>[ \t]?\[!(?:note|tip|important|warning|caution)\][ \t]*$/gim, ''],
  [/!\[([^\]]*)\]\([^)]*\)/g, '$1'],
  [/\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, '$1'],
  [/<((?:https?:\/\/|mailto:)[^<>\s]*)>/g, '$1'],
  [/^ {0,3}#{1,6}[ \t]+/gm, ''],
  [/^ {0,3}(?:>[ \t]?)+/gm, ''],
  [/^[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/gm, ''],
  [/(\*\*|__|~~)(?=\S)([\s\S]*?\S)\1/g, '$2'],
  [/(^|[\s(])[*_](?=\S)([^*_\n]*\S)[*_]/g, '$1$2'],
  [/`([^`\n]*)`/g, '$1'],
  [/\\([\\`*_{}[\]()#+\-.!>~|])/g, '$1'],
];

/** Cuts at a word, with an ellipsis, so that the whole has at most `max` characters. */
function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  const room = text.slice(0, max);
  const end = room.lastIndexOf(' ');
  const kept = end > max / 2 ? room.slice(0, end) : room.slice(0, max - 1);
  // A character beyond U+FFFF must not be cut in half.
  return `${kept.replace(/[\uD800-\uDBFF]$/, '').replace(/[\s.,;:]+$/, '')}…`;
}

/**
 * The plain-text summary of a markdown text: what a card shows.
 * @param max the length that it has at most, in characters
 * @returns one line; empty if there is nothing but code
 */
export function summarise(markdown: string, max: number = PROBLEM.summaryMax): string {
  const unfenced = markdown.replace(/\r\n?/g, '\n').replace(FENCES, ' ');
  const blocks = [RULES, TABLE_LINES, DEFINITIONS].reduce((rest, pattern) => rest.replace(pattern, ' '), withoutTables(unfenced));
  const prose = FOOTNOTE.test(unfenced) ? blocks.replace(REFERENCES, '') : blocks;
  const plain = MARKS.reduce((text, [pattern, rest]) => text.replace(pattern, rest), prose.slice(0, READ_AT_MOST));
  return clip(plain.replace(/\s+/g, ' ').trim(), max);
}
