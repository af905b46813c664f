/** @jest-environment node */
import { SINGLETONS } from '@solvent/federation/singletons';

Object.assign(globalThis, { SOLVENT_SINGLETON_VERSIONS: Object.fromEntries(SINGLETONS.map((name) => [name, '1.0.0'])) });
const { singletons } = await import('./singletons.ts');

it('the shell shares every singleton, eager ones as modules and lazy ones as loaders', () => {
  const missing = SINGLETONS.filter(
    (name) => typeof singletons[name]?.get !== 'function' && singletons[name]?.lib?.() === undefined,
  );
  expect(missing).toEqual([]);
});
