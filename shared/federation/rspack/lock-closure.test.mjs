import { lockClosure } from './lock-closure.mjs';

const LOCK = `
importers:
  mf-toolbox:
    dependencies:
      '@solvent/ui': { specifier: 'workspace:*', version: 'link:../shared/ui' }
      react: { specifier: 'catalog:', version: 19.3.1 }
    devDependencies:
      '@rspack/core': { specifier: 'catalog:', version: 2.3.2 }
      '@solvent/testing': { specifier: 'workspace:*', version: 'link:../shared/testing' }
  mf-auth:
    dependencies:
      firebase: { specifier: 'catalog:', version: 12.19.0 }
  shared/ui:
    dependencies:
      '@chakra-ui/react': { specifier: 'catalog:', version: 3.38.0(patch_hash=f926)(react@19.3.1) }
    devDependencies:
      typescript: { specifier: 'catalog:', version: '@typescript/typescript6@6.0.2' }
  shared/testing:
    dependencies:
      jest: { specifier: 'catalog:', version: 30.5.2 }
packages:
  react@19.3.1: { resolution: { integrity: sha512-react } }
  '@rspack/core@2.3.2': { resolution: { integrity: sha512-rspack } }
  '@chakra-ui/react@3.38.0': { resolution: { integrity: sha512-chakra } }
  '@ark-ui/react@5.39.2': { resolution: { integrity: sha512-ark } }
  firebase@12.19.0: { resolution: { integrity: sha512-firebase } }
  jest@30.5.2: { resolution: { integrity: sha512-jest } }
snapshots:
  react@19.3.1: {}
  '@rspack/core@2.3.2': {}
  '@chakra-ui/react@3.38.0(patch_hash=f926)(react@19.3.1)':
    dependencies: { '@ark-ui/react': 5.39.2, react: 19.3.1 }
  '@ark-ui/react@5.39.2': {}
  firebase@12.19.0: {}
  jest@30.5.2: {}
`;

const changed = (from, to) => lockClosure(LOCK.replaceAll(from, to), 'mf-toolbox');
const unchanged = lockClosure(LOCK, 'mf-toolbox');

describe('the part of the lockfile about a package', () => {
  it.each([
    ['one that it depends on', 'sha512-react', 'sha512-other'],
    ['one that it is built with', '@rspack/core@2.3.2', '@rspack/core@2.3.3'],
    ['one of a shared package', 'sha512-chakra', 'sha512-other'],
    ['one that such a package depends on', 'sha512-ark', 'sha512-other'],
    ['a patch of one', 'patch_hash=f926', 'patch_hash=0000'],
  ])('changes with %s', (_what, from, to) => {
    expect(changed(from, to)).not.toBe(unchanged);
  });

  it.each([
    ['of another package of the workspace', 'sha512-firebase'],
    ['that only its tests need', 'sha512-jest'],
  ])('does not change with a package %s', (_what, text) => {
    expect(changed(text, 'sha512-other')).toBe(unchanged);
  });

  it('finds a package that is installed under another name', () => {
    const aliased = LOCK.replace(
      'react: { specifier',
      "preact: { specifier: x, version: 'firebase@12.19.0' }\n      react: { specifier",
    );
    expect(lockClosure(aliased, 'mf-toolbox')).toContain('sha512-firebase');
  });

  it('suggests an install if it does not have the package', () => {
    expect(() => lockClosure(LOCK, 'mf-reports')).toThrow('pnpm-lock.yaml has no mf-reports: run "npx pnpm install".');
  });
});
