import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './base-config.mjs';
import { duplicatedSingleton, SINGLETONS } from './singletons.mjs';

const STORE = '/repo/node_modules/.pnpm';

describe('a module of a build', () => {
  it.each([
    [`${STORE}/react@19.3.1/node_modules/react/index.js`, 'react', 'react'],
    [`${STORE}/formik@2.4.9_react@19.3.1/node_modules/formik/dist/formik.esm.js`, 'formik', '@solvent/ui/forms'],
    [`${STORE}/markdown-it@15.0.3/node_modules/markdown-it/dist/markdown-it.mjs`, 'markdown-it', '@solvent/ui/markdown'],
    [`${STORE}/yup@1.7.1/node_modules/yup/index.esm.js`, 'yup', '@solvent/contracts/rules'],
    [`${STORE}/@tanstack+react-query@5/node_modules/@tanstack/react-query/index.js`, '@tanstack/react-query', '@solvent/http'],
    ['/repo/shared/store/src/session.ts', '@solvent/store', '@solvent/store'],
    ['/repo/shared/socket/src/connection.ts', '@solvent/socket', '@solvent/socket'],
  ])('%s is a second copy of %s', (resource, library, facade) => {
    expect(duplicatedSingleton(resource)).toEqual({ library, facade });
  });

  it.each([
    ['/repo/mf-toolbox/src/remote.tsx'],
    ['/repo/mf-auth/src/react/index.ts'],
    ['/repo/shared/contracts/src/index.ts'],
    ['/repo/shared/testing/src/index.ts'],
    ['/repo/shared/chat/src/outbox.ts'],
    ['/repo/shared/chat/src/message-log.ts'],
    ['/repo/shared/chat/src/retry.ts'],
    [`${STORE}/react@19.3.1/node_modules/scheduler/index.js`],
    [`${STORE}/@chakra-ui+icons@1/node_modules/@chakra-ui/icons/index.js`],
  ])('%s is none', (resource) => {
    expect(duplicatedSingleton(resource)).toBeUndefined();
  });
});

it.each(SINGLETONS.filter((name) => name.startsWith('@solvent/')))(
  '%s is a real entry point, of a package with a version',
  (name) => {
    const [, packageName, ...rest] = name.split('/');
    const manifest = JSON.parse(readFileSync(join(ROOT, 'shared', packageName, 'package.json'), 'utf8'));
    expect(manifest.exports).toHaveProperty([['.', ...rest].join('/')]);
    // Without one Module Federation only warns, and two copies exist.
    expect(manifest.version).toMatch(/^\d+\.\d+\.\d+$/);
  },
);
