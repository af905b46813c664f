import { readFileSync } from 'node:fs';
import { MONO, card, circle, picture, text } from './kit.mjs';

const CODE = 11;
const LINES = { code: 13, output: 5 };
/** So many characters of the font fit into the card. */
const WIDTH = 82;

const cut = (line) => (line.length > WIDTH ? `${line.slice(0, WIDTH - 1)}…` : line);

/** The first lines of a block, and a sign that there are more. */
function shown(block, most) {
  const lines = block.trimEnd().split('\n');
  return lines.length <= most ? lines : [...lines.slice(0, most - 1), '…'];
}

const block = (readme, language) => new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(readme)?.[1] ?? '';

const set = (lines, y, fill) => lines.map((line, index) => text(46, y + index * 15, cut(line), { size: CODE, fill, font: MONO }));

/** A picture of a module's own example and of what it prints, as its README has them (a test runs them). */
export function usage(slug) {
  const readme = readFileSync(new URL(`../../modules/${slug}/README.md`, import.meta.url), 'utf8');
  const code = shown(block(readme, 'js'), LINES.code);
  const output = shown(block(readme, 'text'), LINES.output);
  const height = 52 + code.length * 15;
  return picture(
    '#4b5179',
    '#23263f',
    card(28, 16, 584, height, { fill: '#171927' }),
    circle(46, 32, 4, '#f4667c'),
    circle(60, 32, 4, '#f0c76a'),
    circle(74, 32, 4, '#5fd39b'),
    ...set(code, 60, '#d9dcf0'),
    ...set(output, height + 38, '#9ff0c4'),
  );
}
