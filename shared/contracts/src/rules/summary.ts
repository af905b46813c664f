import { cutText, shorten } from '../characters.ts';
import { PROBLEM } from '../limits.ts';
import { TEMPLATE_HEADINGS } from '../problems.ts';

const CODE_BLOCKS = /^(```|~~~)[^\n]*\n[\s\S]*?(?:^\1[^\n]*$|$(?![\s\S]))/gm;
const THEMATIC_BREAKS = /^[ \t]*(?:[-*_][ \t]*){3,}$/gm;
const TABLE_LINES = /^[ \t]*\|.*\|[ \t]*$/gm;

/** Line below a table's header; lines of a table may omit the outer bars. */
const TABLE_DELIMITER_ROW = /^[ \t>]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
const hasBar = (line: string | undefined) => line?.includes('|') === true;

const DEFINITIONS = /^ {0,3}\[[^\]\n]+\]:[ \t]*\S.*$/gm;

/** Footnote definition. References are removed only if there is one: `[^a-z]` may be text. */
const FOOTNOTE = /^ {0,3}\[\^[^\s\]]{1,100}\]:/m;
const FOOTNOTE_REFERENCES = /\[\^[^\s\]]{1,100}\]/g;

function removeTables(text: string): string {
  if (!text.includes('|')) return text;
  const lines = text.split('\n');
  let isTable = false;
  const kept = lines.filter((line, index) => {
    const next = lines[index + 1];
    if (isTable) isTable = line.trim() !== '';
    else isTable = hasBar(line) && hasBar(next) && TABLE_DELIMITER_ROW.test(next ?? '');
    return !isTable;
  });
  return kept.join('\n');
}

const TEMPLATE_LINES = new RegExp(`^ {0,3}#{1,6}[ \\t]+(?:${TEMPLATE_HEADINGS.join('|')})[ \\t#]*$`, 'gim');

/** UTF-16 units to process: enough for any summary, and few enough for the backtracking patterns below. */
const INPUT_MAX = 4000;

const MARKUP: [RegExp, string][] = [
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

/** Returns a text's summary as one line of at most `max` characters; empty if it is only code. */
export function summarize(markdown: string, max: number = PROBLEM.summaryMax): string {
  const unfenced = markdown.replace(/\r\n?/g, '\n').replace(CODE_BLOCKS, ' ');
  const blocks = [TEMPLATE_LINES, THEMATIC_BREAKS, TABLE_LINES, DEFINITIONS].reduce(
    (rest, pattern) => rest.replace(pattern, ' '),
    removeTables(unfenced),
  );
  const prose = FOOTNOTE.test(unfenced) ? blocks.replace(FOOTNOTE_REFERENCES, '') : blocks;
  const plain = MARKUP.reduce((text, [pattern, rest]) => text.replace(pattern, rest), cutText(prose, INPUT_MAX, INPUT_MAX));
  return shorten(plain.replace(/\s+/g, ' ').trim(), max);
}
