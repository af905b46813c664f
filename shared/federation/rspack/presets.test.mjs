import { join } from 'node:path';
import { ROOT } from './base-config.mjs';
import { remoteConfig, shellConfig } from './index.mjs';

const toolbox = remoteConfig({ folder: join(ROOT, 'mf-toolbox'), port: 3104 });
const shell = shellConfig({ folder: join(ROOT, 'shell'), port: 3100 });

const published = (config, version) => {
  process.env.RELEASE_VERSION = version;
  return config();
};
const findPlugin = ({ plugins }, name) => plugins.find(({ constructor }) => constructor.name === name);
const getFederationOptions = (config) => findPlugin(config, 'ModuleFederationPluginV1')._options;

afterEach(() => {
  delete process.env.RELEASE_VERSION;
  delete process.env.RSPACK_SERVE;
  delete process.env.SOLVENT_LIVE_RELOAD;
});

describe('a remote', () => {
  it('exposes only "./remote", in a container on its own script', () => {
    const { name, exposes, library } = getFederationOptions(published(toolbox, '1.0.0'));
    expect([name, exposes]).toEqual(['toolbox', { './remote': { import: './src/remote.tsx', name: 'remote' } }]);
    expect(library).toEqual({ type: 'assign', name: 'document.currentScript.container' });
  });

  it('uses every singleton of the shell and bundles none', () => {
    for (const shared of Object.values(getFederationOptions(published(toolbox, '1.0.0')).shared)) {
      expect(shared).toMatchObject({ singleton: true, import: false, requiredVersion: expect.stringMatching(/^\^\d/) });
    }
  });

  it('has hashed file names when published and plain ones in development', () => {
    expect(published(toolbox, '1.0.0').output.filename).toContain('[contenthash');
    process.env.RSPACK_SERVE = 'true';
    expect(toolbox().output.filename).toBe('[name].js');
    expect(getFederationOptions(toolbox()).filename).toBe('remoteEntry.js');
  });
});

describe('the shell', () => {
  it('provides the singletons that remotes need, in compatible versions', () => {
    const [defined] = findPlugin(published(shell, '1.0.0'), 'DefinePlugin')._args;
    const provided = JSON.parse(defined.SOLVENT_SINGLETON_VERSIONS);
    const needed = getFederationOptions(published(toolbox, '1.0.0')).shared;
    expect(Object.keys(provided).toSorted()).toEqual(Object.keys(needed).toSorted());
    for (const [name, version] of Object.entries(provided)) expect(needed[name].requiredVersion).toBe(`^${version}`);
  });
});

describe('both configurations', () => {
  it.each([
    ['shell', shell],
    ['remote', toolbox],
  ])('include chunk hashes in published builds only: %s', (_name, config) => {
    const hasHashes = () => findPlugin(config(), 'ChunkHashesPlugin') !== undefined;
    process.env.RELEASE_VERSION = '1.0.0';
    expect(hasHashes()).toBe(true);
    process.env.RSPACK_SERVE = 'true';
    expect(hasHashes()).toBe(false);
  });

  it.each([
    ['the shell', shell],
    ['a remote', toolbox],
  ])(
    '%s lets chunks go to the build that asked for them, by names that no version is in, and keeps no module that threw',
    (_who, config) => {
      const output = { globalObject: 'document.currentScript', chunkLoadingGlobal: 'c', strictModuleErrorHandling: true };
      expect(published(config, '1.0.0').output).toMatchObject(output);
      expect(published(config, '1.2.3-bb').output).toEqual(published(config, '1.0.0').output);
      process.env.RSPACK_SERVE = 'true';
      expect(config().output.globalObject).toBeUndefined();
    },
  );

  it.each([
    ['the shell', shell],
    ['a remote', toolbox],
  ])('%s uses Fast Refresh in development, and reloads the page in a deployed shell', (_who, config) => {
    const howItReloads = () => {
      const { devServer, plugins, module, resolve } = config();
      const { react } = module.rules[0].options.jsc.transform;
      return {
        hot: devServer.hot,
        liveReload: devServer.liveReload,
        plugin: plugins.some(({ constructor }) => constructor.name === 'ReactRefreshRspackPlugin'),
        // SWC ignores `refresh` without `development`.
        transform: react.refresh && react.development,
        runtime: 'react/jsx-dev-runtime' in resolve.alias,
      };
    };
    process.env.RSPACK_SERVE = 'true';
    expect(howItReloads()).toEqual({ hot: true, liveReload: false, plugin: true, transform: true, runtime: true });
    process.env.SOLVENT_LIVE_RELOAD = 'true';
    expect(howItReloads()).toEqual({ hot: false, liveReload: true, plugin: false, transform: false, runtime: false });
  });
});
