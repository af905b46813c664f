import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { transformSync } from '@swc/core';
import { parse } from 'acorn';

/** A module of ours without its types, as a syntax tree. */
function treeOf(file) {
  const { code } = transformSync(readFileSync(file, 'utf8'), {
    swcrc: false,
    filename: file,
    jsc: {
      parser: { syntax: 'typescript', tsx: file.endsWith('x') },
      target: 'es2022',
      transform: { react: { runtime: 'automatic' } },
    },
    module: { type: 'es6' },
  });
  return parse(code, { ecmaVersion: 'latest', sourceType: 'module' });
}

const nameOf = (node) => (node.type === 'Literal' ? String(node.value) : node.name);

/** Names that a declaration declares; those of a pattern are told by their identifiers alone. */
function declaredBy({ id, declarations = [] }) {
  if (id) return [id.name];
  return declarations.flatMap((one) => (one.id.type === 'Identifier' ? [one.id.name] : []));
}

/**
 * The names that one of the workspace's own singletons exports, as its sources say: a remote is built without them.
 *
 * @param {string} file its entry point
 * @returns {ReadonlySet<string> | undefined} undefined where that cannot be told: it exports all of a library
 */
export function exportsOf(file) {
  const names = new Set();
  for (const node of treeOf(file).body) {
    if (node.type === 'ExportDefaultDeclaration') names.add('default');
    if (node.type === 'ExportNamedDeclaration') {
      for (const { exported } of node.specifiers) names.add(nameOf(exported));
      for (const name of node.declaration ? declaredBy(node.declaration) : []) names.add(name);
    }
    if (node.type !== 'ExportAllDeclaration') continue;
    if (node.exported) names.add(nameOf(node.exported));
    else {
      const others = node.source.value.startsWith('.') ? exportsOf(join(dirname(file), node.source.value)) : undefined;
      if (!others) return undefined;
      for (const name of others) names.add(name);
    }
  }
  return names;
}
