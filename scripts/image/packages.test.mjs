import { parse } from 'yaml';
import { buildLockfile, buildWorkspaceFile } from './packages.mjs';

const LOCK = `
lockfileVersion: '9.0'
overrides: { ark: 5.0.0 }
packageExtensionsChecksum: sha256-abc
patchedDependencies: { chakra: { hash: abc } }
importers:
  .: { devDependencies: { jest: { specifier: ^30.0.0, version: 30.0.0 } } }
  api:
    dependencies:
      '@solvent/contracts': { specifier: 'workspace:*', version: link:../shared/contracts }
      pg: { specifier: 'catalog:', version: 8.23.1 }
    devDependencies: { rspack: { specifier: 'catalog:', version: 2.0.0 } }
  shell:
    dependencies: { react: { specifier: 'catalog:', version: 19.3.1 } }
packages: { pg@8.23.1: {}, react@19.3.1: {} }
`;

it('reduces the lockfile to the registry dependencies of the programs, with the same versions', () => {
  const { importers, ...rest } = parse(buildLockfile(LOCK, ['api']));
  expect(importers).toEqual({ '.': {}, api: { dependencies: { pg: { specifier: 'catalog:', version: '8.23.1' } } } });
  expect(rest).toEqual({
    lockfileVersion: '9.0',
    overrides: { ark: '5.0.0' },
    packages: { 'pg@8.23.1': {}, 'react@19.3.1': {} },
  });
});

it('keeps settings that choose versions, and drops patches of browser packages', () => {
  const settings =
    'packages: [api, shell]\ncatalog: { pg: 8.23.1 }\npatchedDependencies: { chakra: a.patch }\npackageExtensions: {}';
  expect(parse(buildWorkspaceFile(settings, ['api']))).toEqual({ packages: ['api'], catalog: { pg: '8.23.1' } });
});
