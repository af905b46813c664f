const BLOCK_START = '```sh';
const BLOCK_END = '```';

/**
 * Reads the blocks of shell commands in a page.
 *
 * @param {string} page in Markdown
 * @returns {{ line: number, commands: string }[]} each block, with its first line
 * @throws {Error} if a block has no end
 */
export function readCommands(page) {
  const found = [];
  let block;
  for (const [index, text] of page.split('\n').entries()) {
    if (block === undefined && text.trim() === BLOCK_START) block = { line: index + 2, lines: [] };
    else if (block !== undefined && text.trim() === BLOCK_END) {
      found.push({ line: block.line, commands: block.lines.join('\n') });
      block = undefined;
    } else block?.lines.push(text);
  }
  if (block !== undefined) throw new Error(`The block of commands at line ${block.line} has no end.`);
  return found;
}

/**
 * Replaces paths and addresses of a page with those of the simulated machine. The longest name wins.
 *
 * @param {string} text
 * @param {Record<string, string>} replacements such as `{ '/etc/solvent': '/tmp/machine/etc/solvent' }`
 */
export function replaceAddresses(text, replacements) {
  const names = Object.keys(replacements).toSorted((one, other) => other.length - one.length);
  if (names.length === 0) return text;
  const pattern = new RegExp(names.map((name) => name.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)).join('|'), 'g');
  return text.replaceAll(pattern, (name) => replacements[name]);
}
