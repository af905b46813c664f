import { sharedChunks } from './shared-chunks.mjs';

const STORE = '/repo/node_modules/.pnpm';
const groups = Object.values(sharedChunks).filter((group) => group.test);

/** The chunk that a module goes to: of the groups that fit, the one of the highest priority. */
const chunkOf = (resource) =>
  groups.filter(({ test }) => test.test(resource)).toSorted((a, b) => b.priority - a.priority)[0]?.name;

describe('shared libraries in a few chunks of known names', () => {
  it.each([
    [`${STORE}/react-dom@19.3.1/node_modules/react-dom/client.js`, 'core'],
    [`${STORE}/@chakra-ui+react@3/node_modules/@chakra-ui/react/dist/esm/components/button/button.js`, 'core'],
    ['/repo/shared/ui/src/index.ts', 'core'],
    ['/repo/shared/router/src/index.ts', 'core'],
    [`${STORE}/axios@1.21.0/node_modules/axios/index.js`, 'data'],
    ['/repo/shared/store/src/session.ts', 'data'],
    ['/repo/shared/contracts/src/constants.ts', 'data'],
    ['/repo/shared/contracts/src/rules/accounts.ts', 'forms'],
    ['/repo/shared/ui/src/forms/text-field.tsx', 'forms'],
    [`${STORE}/yup@1.7.1/node_modules/yup/index.esm.js`, 'forms'],
    ['/repo/shared/ui/src/overlays/modal.tsx', 'overlays'],
    [`${STORE}/@chakra-ui+react@3/node_modules/@chakra-ui/react/dist/esm/components/dialog/dialog.js`, 'overlays'],
    [`${STORE}/@zag-js+slider@1/node_modules/@zag-js/slider/dist/slider.machine.mjs`, 'forms'],
    [`${STORE}/@zag-js+collection@1/node_modules/@zag-js/collection/dist/index.mjs`, 'machines'],
    [`${STORE}/socket.io-client@4.8.4/node_modules/socket.io-client/build/esm/index.js`, 'socket'],
  ])('%s is in "%s"', (resource, name) => {
    expect(chunkOf(resource)).toBe(name);
  });

  it('leaves markdown out of what every page loads', () => {
    for (const path of ['shared/ui/src/markdown.ts', 'shared/ui/src/markdown/markdown-field.tsx'])
      expect(chunkOf(`/repo/${path}`)).toBeUndefined();
    expect(chunkOf(`${STORE}/markdown-it@15.0.3/node_modules/markdown-it/dist/markdown-it.mjs`)).toBeUndefined();
  });

  it("leaves the theme's lists of part names in core, and the shell's own code alone", () => {
    expect(chunkOf(`${STORE}/@ark-ui+react@5/node_modules/@ark-ui/react/dist/components/dialog/dialog.anatomy.js`)).toBe('core');
    expect(chunkOf('/repo/shell/src/frame/top-bar.tsx')).toBeUndefined();
  });
});
