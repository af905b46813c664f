import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';

/** Node's hooks for loading modules (`module.register`): TypeScript, and jest's globals of the file that is running. */

const GLOBALS = 'data:text/javascript,export const jest = new Proxy({}, { get: (_, name) => globalThis.jest[name] });';

const OPTIONS = {
  swcrc: false,
  jsc: { parser: { syntax: 'typescript' }, target: 'es2022', experimental: { keepImportAttributes: true } },
  module: { type: 'es6' },
  sourceMaps: 'inline',
};

export function resolve(specifier, context, next) {
  return specifier === '@jest/globals' ? { url: GLOBALS, shortCircuit: true } : next(specifier, context);
}

export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const filename = fileURLToPath(url);
  const { code } = await transform(await readFile(filename, 'utf8'), { ...OPTIONS, filename });
  return { format: 'module', source: code, shortCircuit: true };
}
