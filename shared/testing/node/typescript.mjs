/** Loader hooks for `module.register`: TypeScript, and the running file's `jest` object. */
export { load } from '../../federation/rspack/typescript-hooks.mjs';

const GLOBALS = 'data:text/javascript,export const jest = new Proxy({}, { get: (_, name) => globalThis.jest[name] });';

export function resolve(specifier, context, next) {
  return specifier === '@jest/globals' ? { url: GLOBALS, shortCircuit: true } : next(specifier, context);
}
