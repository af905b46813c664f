/** Start and end of a block of shell commands. */
const BEGIN = '```sh';
const END = '```';

/**
 * Commands of a page, as an operator types them.
 *
 * @param {string} page in Markdown
 * @returns {{ line: number, commands: string }[]} each block, with its first line
 * @throws {Error} if a block has no end
 */
export function readCommands(page) {
  const found = [];
  let block;
  for (const [index, text] of page.split('\n').entries()) {
    if (block === undefined && text.trim() === BEGIN) block = { line: index + 2, lines: [] };
    else if (block !== undefined && text.trim() === END) {
      found.push({ line: block.line, commands: block.lines.join('\n') });
      block = undefined;
    } else block?.lines.push(text);
  }
  if (block !== undefined) throw new Error(`The block of commands at line ${block.line} has no end.`);
  return found;
}

/**
 * Puts what this machine has in the places of what a page names, the longest name first.
 *
 * @param {string} text
 * @param {Record<string, string>} places such as `{ '/etc/solvent': '/tmp/machine/etc/solvent' }`
 */
export function inPlaces(text, places) {
  const names = Object.keys(places).toSorted((one, other) => other.length - one.length);
  if (names.length === 0) return text;
  const pattern = new RegExp(names.map((name) => name.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)).join('|'), 'g');
  return text.replaceAll(pattern, (name) => places[name]);
}
