import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { transformSync } from '@swc/core';
import { parse } from 'acorn';

function parseModule(file) {
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

const getSpecifierName = (node) => (node.type === 'Literal' ? String(node.value) : node.name);

function listDeclaredNames({ id, declarations = [] }) {
  if (id) return [id.name];
  return declarations.flatMap((one) => (one.id.type === 'Identifier' ? [one.id.name] : []));
}

/**
 * Lists the exports of a workspace singleton from its sources, because a remote is built without them.
 *
 * @param {string} file its entry point
 * @returns {ReadonlySet<string> | undefined} undefined if it re-exports a whole library
 */
export function listExports(file) {
  const names = new Set();
  for (const node of parseModule(file).body) {
    if (node.type === 'ExportDefaultDeclaration') names.add('default');
    if (node.type === 'ExportNamedDeclaration') {
      for (const { exported } of node.specifiers) names.add(getSpecifierName(exported));
      for (const name of node.declaration ? listDeclaredNames(node.declaration) : []) names.add(name);
    }
    if (node.type !== 'ExportAllDeclaration') continue;
    if (node.exported) names.add(getSpecifierName(node.exported));
    else {
      const others = node.source.value.startsWith('.') ? listExports(join(dirname(file), node.source.value)) : undefined;
      if (!others) return undefined;
      for (const name of others) names.add(name);
    }
  }
  return names;
}
