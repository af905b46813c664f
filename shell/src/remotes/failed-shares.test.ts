/** @jest-environment node */
import { ModuleFederation } from '@module-federation/enhanced/runtime';
import { forgetFailedShares } from './failed-shares.ts';

/** A host that provides one library, whose code comes by `get`. */
function hostOf(get: () => Promise<() => string>, plugins = [forgetFailedShares()]) {
  const shareConfig = { singleton: true, requiredVersion: '^1.0.0' };
  const shared = { '@solvent/ui/forms': { version: '1.0.0', scope: 'default', get, shareConfig } };
  return new ModuleFederation({ name: 'shell', remotes: [], shared, plugins });
}

/** Fails the first time. */
function lateCode() {
  let tries = 0;
  return async () => {
    tries += 1;
    if (tries === 1) throw new Error('Loading chunk forms failed.');
    return () => `try ${tries}`;
  };
}

describe('a shared library whose code did not come', () => {
  it('is asked for again by whoever needs it next, and then kept', async () => {
    const host = hostOf(lateCode());
    await expect(host.loadShare('@solvent/ui/forms')).rejects.toThrow('Loading chunk forms failed.');
    for (const _use of [1, 2]) {
      const factory = await host.loadShare('@solvent/ui/forms');
      expect(factory && factory()).toBe('try 2');
    }
  });

  it('would stay away without the plugin', async () => {
    const host = hostOf(lateCode(), []);
    for (const _use of [1, 2]) await expect(host.loadShare('@solvent/ui/forms')).rejects.toThrow('Loading chunk forms failed.');
  });
});
