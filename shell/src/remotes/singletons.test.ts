import { SINGLETONS } from '@solvent/federation/singletons';

Object.assign(globalThis, { SOLVENT_SINGLETON_VERSIONS: Object.fromEntries(SINGLETONS.map((name) => [name, '1.0.0'])) });
const { singletons } = await import('./singletons.ts');

it.each(SINGLETONS)('the shell has %s for remotes', async (name) => {
  const shared = singletons[name];
  if (!shared) throw new Error(`Nothing is shared as ${name}.`);
  const module: unknown = shared.get ? (await shared.get())() : shared.lib?.();
  expect(module).toBeDefined();
});
