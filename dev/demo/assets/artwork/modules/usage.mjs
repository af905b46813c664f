import { readFileSync } from 'node:fs';
import { MONO, card, circle, picture, text } from './kit.mjs';

const FONT_SIZE = 11;
const MAX_LINES = { code: 13, output: 5 };
/** Number of characters of the font that fit into the card. */
const MAX_LINE_LENGTH = 82;

const truncateLine = (line) => (line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH - 1)}…` : line);

/** Returns the first lines of a block, and an ellipsis if there are more. */
function truncateBlock(block, maxLines) {
  const lines = block.trimEnd().split('\n');
  return lines.length <= maxLines ? lines : [...lines.slice(0, maxLines - 1), '…'];
}

const findCodeBlock = (readme, language) => new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(readme)?.[1] ?? '';

const drawLines = (lines, y, fill) =>
  lines.map((line, index) => text(46, y + index * 15, truncateLine(line), { size: FONT_SIZE, fill, font: MONO }));

/** Creates a picture of the example in the README of a module, and of its output. A test runs the example. */
export function drawUsage(slug) {
  const readme = readFileSync(new URL(`../../modules/${slug}/README.md`, import.meta.url), 'utf8');
  const code = truncateBlock(findCodeBlock(readme, 'js'), MAX_LINES.code);
  const output = truncateBlock(findCodeBlock(readme, 'text'), MAX_LINES.output);
  const height = 52 + code.length * 15;
  return picture(
    '#4b5179',
    '#23263f',
    card(28, 16, 584, height, { fill: '#171927' }),
    circle(46, 32, 4, '#f4667c'),
    circle(60, 32, 4, '#f0c76a'),
    circle(74, 32, 4, '#5fd39b'),
    ...drawLines(code, 60, '#d9dcf0'),
    ...drawLines(output, height + 38, '#9ff0c4'),
  );
}
