import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { runInNewContext } from 'node:vm';

/** What Lucide's own modules keep of an icon. */
const DATA = /const __iconData = (\{[\s\S]*?\n\});/;

/** @param {string} root absolute path of the workspace @param {string} name @returns {string | undefined} text of the icon's module */
function moduleOf(root, name) {
  const installed = createRequire(join(root, 'shared/federation/package.json')).resolve('lucide-react');
  const file = join(dirname(installed), '../esm/icons', `${name}.mjs`);
  return /^[a-z0-9-]+$/.test(name) && existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/**
 * What an icon of Lucide is drawn of.
 *
 * @param {string} root absolute path of the workspace
 * @param {string} name such as `chart-line`
 * @returns {import('../src/manifest/icon-nodes.ts').IconNode[] | undefined} undefined where Lucide has none of that name
 */
export function iconNodes(root, name) {
  const [, data] = DATA.exec(moduleOf(root, name) ?? '') ?? [];
  if (data === undefined) return undefined;
  const { node } = JSON.parse(JSON.stringify(runInNewContext(`(${data})`)));
  return node.map(([element, { key: _key, ...attributes }]) => [element, attributes]);
}
