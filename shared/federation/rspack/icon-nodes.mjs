import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { runInNewContext } from 'node:vm';

const DATA = /const __iconData = (\{[\s\S]*?\n\});/;

/** Matches the module of a renamed icon. */
const ALIAS = /^export \{ default \} from '\.\/([^']+)\.mjs';$/m;

function readModule(root, name) {
  const installed = createRequire(join(root, 'shared/federation/package.json')).resolve('lucide-react');
  const file = join(dirname(installed), '../esm/icons', `${name}.mjs`);
  return /^[a-z0-9-]+$/.test(name) && existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/**
 * Returns the SVG elements of a Lucide icon; undefined if there is no such icon.
 *
 * @param {string} root absolute path of the workspace @param {string} name such as `chart-line`
 * @returns {import('../src/manifest/icon-nodes.ts').IconNode[] | undefined}
 */
export function iconNodes(root, name) {
  const code = readModule(root, name) ?? '';
  const [, target] = ALIAS.exec(code) ?? [];
  const [, data] = DATA.exec(target === undefined ? code : (readModule(root, target) ?? '')) ?? [];
  if (data === undefined) return undefined;
  const { node } = JSON.parse(JSON.stringify(runInNewContext(`(${data})`)));
  return node.map(([element, { key: _key, ...attributes }]) => [element, attributes]);
}
