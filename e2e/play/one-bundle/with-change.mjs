import { join } from 'node:path';
import { CHANGES } from './changes.mjs';

const LOADER = join(import.meta.dirname, 'change-loader.mjs');

/**
 * A rule of rspack: another text in the place of a part of a file.
 *
 * @param {{ file: string, from: RegExp, to: string }} change
 * @param {boolean} [isOn] else the file stays as it is
 * @returns {import('@rspack/core').RuleSetRule}
 */
export const changeRule = ({ file, from, to }, isOn = true) => ({
  test: file,
  enforce: 'pre',
  loader: LOADER,
  options: { from, to, isOn },
});

/**
 * The same build, of changed sources. Each change has its rule in each build: the bundler makes a module's name of its path
 * and of the rules it went through, and a name that differs changes every script that uses the module.
 *
 * @param {import('@rspack/core').Configuration} config
 * @param {string} name one of `CHANGES`; `before`: as it is
 * @returns {import('@rspack/core').Configuration}
 * @throws {Error} on a name that is no change
 */
export function withChange(config, name) {
  if (name !== 'before' && !(name in CHANGES))
    throw new Error(`There is no change "${name}": before, ${Object.keys(CHANGES).join(', ')}.`);
  const rules = Object.entries(CHANGES).map(([key, change]) => changeRule(change, key === name));
  return { ...config, module: { ...config.module, rules: [...(config.module?.rules ?? []), ...rules] } };
}
