import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './base-config.mjs';
import { remoteConfig, shellConfig } from './index.mjs';

const toolbox = remoteConfig({ folder: join(ROOT, 'mf-toolbox'), port: 3104 });
const shell = shellConfig({ folder: join(ROOT, 'shell'), port: 3100 });

const published = (config, version) => {
  process.env.RELEASE_VERSION = version;
  return config();
};
const federationOf = ({ plugins }) => plugins.find(({ constructor }) => constructor.name === 'ModuleFederationPlugin')._options;

afterEach(() => {
  delete process.env.RELEASE_VERSION;
  delete process.env.RSPACK_SERVE;
  delete process.env.SOLVENT_LIVE_RELOAD;
});

describe('a remote', () => {
  it('exposes "./remote" and nothing else', () => {
    expect(federationOf(published(toolbox, '1.0.0'))).toMatchObject({
      name: 'toolbox',
      exposes: { './remote': { import: './src/remote.tsx', name: 'remote' } },
    });
    expect(Object.keys(federationOf(toolbox()).exposes)).toEqual(['./remote']);
  });

  it('takes every singleton from the shell and brings none', () => {
    for (const shared of Object.values(federationOf(published(toolbox, '1.0.0')).shared)) {
      expect(shared).toMatchObject({ singleton: true, import: false, requiredVersion: expect.stringMatching(/^\^\d/) });
    }
  });

  it('has a global and a registry of chunks of its own for each version: two never mix', () => {
    const names = ['1.2.3-aa', '1.2.3-bb'].map((version) => {
      const config = published(toolbox, version);
      return [config.output.uniqueName, federationOf(config).library.name];
    });
    expect(names).toEqual([
      ['solvent_toolbox_1_2_3_aa', 'solvent_toolbox_1_2_3_aa'],
      ['solvent_toolbox_1_2_3_bb', 'solvent_toolbox_1_2_3_bb'],
    ]);
  });

  it('names its files by their content when published, and plainly in development', () => {
    expect(published(toolbox, '1.0.0').output.filename).toContain('[contenthash');
    process.env.RSPACK_SERVE = 'true';
    expect(toolbox().output.filename).toBe('[name].js');
    expect(federationOf(toolbox()).filename).toBe('remoteEntry.js');
  });
});

describe('the shell', () => {
  it('provides the singletons that remotes need, in versions that they take', () => {
    const provided = federationOf(published(shell, '1.0.0')).shared;
    const needed = federationOf(published(toolbox, '1.0.0')).shared;
    expect(Object.keys(provided).toSorted()).toEqual(Object.keys(needed).toSorted());
    for (const [name, { version }] of Object.entries(provided)) expect(needed[name].requiredVersion).toBe(`^${version}`);
  });

  it("provides the workspace's own by their files, so that what it imports nothing of is there too", () => {
    const { shared } = federationOf(published(shell, '1.0.0'));
    expect(shared['@solvent/ui/markdown'].import).toBe('../shared/ui/src/markdown.ts');
    for (const [name, provided] of Object.entries(shared).filter(([given]) => given.startsWith('@solvent/')))
      expect([name, existsSync(join(ROOT, 'shell', provided.import))]).toEqual([name, true]);
  });

  it('names no remote', () => {
    expect(federationOf(published(shell, '1.0.0')).remotes).toBeUndefined();
  });
});

describe('shell and remotes alike', () => {
  it.each([
    ['shell', shell],
    ['remote', toolbox],
  ])('carry the hashes of their chunks when published, and in development none: %s', (_name, config) => {
    const hashes = () => config().plugins.filter(({ constructor }) => constructor.name === 'SubresourceIntegrityPlugin');
    process.env.RELEASE_VERSION = '1.0.0';
    expect(hashes()).toHaveLength(1);
    process.env.RSPACK_SERVE = 'true';
    expect(hashes()).toHaveLength(0);
  });

  it.each([
    ['the shell', shell],
    ['a remote', toolbox],
  ])('%s gives up on a chunk after 8 s, and does not keep a module that threw', (_who, config) => {
    expect(published(config, '1.0.0').output).toMatchObject({ chunkLoadTimeout: 8000, strictModuleErrorHandling: true });
  });

  it.each([
    ['the shell', shell],
    ['a remote', toolbox],
  ])('%s asks for a chunk that did not come at another address: its own may be in the cache, tampered', (_who, config) => {
    expect(federationOf(published(config, '1.0.0')).runtimePlugins).toEqual([join(ROOT, 'shared/federation/src/chunk-retry.ts')]);
  });

  it.each([
    ['the shell', shell],
    ['a remote', toolbox],
  ])(
    '%s refreshes in development, and loads its page anew inside a deployed shell, whose React cannot refresh',
    (_who, config) => {
      const howItReloads = () => {
        const { devServer, plugins, module } = config();
        return {
          hot: devServer.hot,
          liveReload: devServer.liveReload,
          plugin: plugins.some(({ constructor }) => constructor.name === 'ReactRefreshRspackPlugin'),
          transform: module.rules[0].options.jsc.transform.react.refresh,
        };
      };
      process.env.RSPACK_SERVE = 'true';
      expect(howItReloads()).toEqual({ hot: true, liveReload: false, plugin: true, transform: true });
      process.env.SOLVENT_LIVE_RELOAD = 'true';
      expect(howItReloads()).toEqual({ hot: false, liveReload: true, plugin: false, transform: false });
    },
  );
});
