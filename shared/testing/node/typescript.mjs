/** Node's hooks for loading modules (`module.register`): TypeScript, and jest's globals of the file that is running. */
export { load } from '../../federation/rspack/typescript-hooks.mjs';

const GLOBALS = 'data:text/javascript,export const jest = new Proxy({}, { get: (_, name) => globalThis.jest[name] });';

export function resolve(specifier, context, next) {
  return specifier === '@jest/globals' ? { url: GLOBALS, shortCircuit: true } : next(specifier, context);
}
