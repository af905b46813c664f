import { join } from 'node:path';
import { CHANGES } from './changes.mjs';

const LOADER = join(import.meta.dirname, 'change-loader.mjs');

/**
 * Rule that replaces a text in a file.
 *
 * @param {{ file: string, from: RegExp, to: string }} change
 * @param {boolean} [isOn] whether the file changes
 * @returns {import('@rspack/core').RuleSetRule}
 */
export const changeRule = ({ file, from, to }, isOn = true) => ({
  test: file,
  enforce: 'pre',
  loader: LOADER,
  options: { from, to, isOn },
});

/**
 * Applies one change to a build. Each build has a rule for every change: the bundler derives module ids from paths and rules, and
 * another id would change every script that imports the module.
 *
 * @param {import('@rspack/core').Configuration} config
 * @param {string} name one of `CHANGES`, or `before`
 * @param {string} [to] the new text; default: the change's own
 * @returns {import('@rspack/core').Configuration}
 * @throws {Error} if the name is unknown
 */
export function withChange(config, name, to = CHANGES[name]?.to) {
  if (name !== 'before' && !(name in CHANGES))
    throw new Error(`There is no change "${name}": before, ${Object.keys(CHANGES).join(', ')}.`);
  const rules = Object.entries(CHANGES).map(([key, change]) =>
    key === name ? changeRule({ ...change, to }) : changeRule(change, false),
  );
  return { ...config, module: { ...config.module, rules: [...(config.module?.rules ?? []), ...rules] } };
}
