import type { BundlerRequire, FederationScript } from '@solvent/federation/runtime';
import { createBundlerRequire } from '@solvent/federation/testing';
import { buildPin, withVersion } from '../testing/build-channel.ts';

Object.assign(globalThis, { SOLVENT_SINGLETON_VERSIONS: { react: '19.3.1', '@solvent/ui/forms': '1.0.0' } });
const { createFederationRuntime } = await import('./federation-runtime.ts');

afterEach(() => getScripts().forEach((script) => script.remove()));

const getScripts = () => [...document.head.querySelectorAll<FederationScript>('script[src]')];

const waitForScripts = async (count: number): Promise<FederationScript[]> => {
  while (getScripts().length < count) await Promise.resolve();
  return getScripts();
};

const requireWithReact = (chunkMapping: Record<string, string[]> = {}): BundlerRequire =>
  createBundlerRequire({
    consumesLoadingData: {
      chunkMapping,
      moduleIdToConsumeDataMapping: { 1: { shareKey: 'react', requiredVersion: '^19.3.1', singleton: true } },
    },
  });

function run(script: FederationScript, word: string, require = requireWithReact()): void {
  const moduleMap = { './remote': async () => () => ({ default: word }) };
  script.attach?.(Object.assign(require, { initializeExposesData: { moduleMap } }), script);
  script.container = { init: () => undefined, get: (module: string) => require.getContainer?.(module) } as unknown as NonNullable<
    FederationScript['container']
  >; // Module Federation's type of `get` is synchronous
  script.dispatchEvent(new Event('load'));
}

it('loads an entry with the pinned hash and returns its exposed module', async () => {
  const toolbox = buildPin('toolbox', { integrity: 'sha256-toolbox' });
  const loading = createFederationRuntime([toolbox]).fetch(toolbox);
  const [script] = await waitForScripts(1);
  expect(script).toMatchObject({ integrity: 'sha256-toolbox', crossOrigin: 'anonymous' });
  expect(new URL(script?.src ?? '').pathname).toBe(toolbox.entry);
  if (script) run(script, 'the toolbox');
  await expect(loading).resolves.toEqual({ default: 'the toolbox' });
});

it('separates two versions of a remote that are requested in the same tick', async () => {
  const live = buildPin('marketplace');
  const before = withVersion(live, '0.9.0');
  const { fetch } = createFederationRuntime([live, before]);
  const loading = Promise.all([fetch(live), fetch(before)]);
  const scripts = await waitForScripts(2);
  for (const script of scripts.toReversed()) run(script, new URL(script.src).pathname);
  await expect(loading).resolves.toEqual([{ default: live.entry }, { default: before.entry }]);
});

it('requests a failed entry again, and rejects a script that is not an entry', async () => {
  const auth = buildPin('auth');
  const { fetch } = createFederationRuntime([auth]);
  const failing = fetch(auth);
  (await waitForScripts(1))[0]?.dispatchEvent(new Event('error'));
  await expect(failing).rejects.toThrow('did not load');
  const nonsense = fetch(auth);
  const [retried] = await waitForScripts(1);
  expect(retried?.src).toMatch(/\?r=1&t=\d+$/);
  retried?.dispatchEvent(new Event('load'));
  await expect(nonsense).rejects.toThrow(`${auth.entry} is not the entry of a remote.`);
});

it('provides the singletons of the page', async () => {
  const messaging = buildPin('messaging');
  const loading = createFederationRuntime([messaging]).fetch(messaging);
  const [script] = await waitForScripts(1);
  const require = requireWithReact({ page: ['1'] });
  if (script) run(script, 'messaging', require);
  await loading;
  const promises: Promise<unknown>[] = [];
  require.f['consumes']?.('page', promises);
  await Promise.all(promises);
  const module = { exports: {} as { useState?: unknown } };
  require.m['1']?.(module);
  const react = await import('react');
  expect(module.exports.useState).toBe(react.useState);
});
