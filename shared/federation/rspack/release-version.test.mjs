import { releaseVersion } from './release-version.mjs';
import { makeFixture } from './testing/fixture.mjs';

let fixture;
const version = () => releaseVersion(`${fixture.folder}/mf-toolbox`, fixture.folder);

beforeEach(() => {
  fixture = makeFixture({
    'mf-toolbox/package.json': '{ "version": "1.2.3" }',
    'mf-toolbox/src/remote.tsx': 'export default {};',
    'shared/ui/src/index.ts': 'export {};',
    'mf-auth/src/remote.tsx': 'export default {};',
    'pnpm-lock.yaml': 'lockfileVersion: 9',
  });
});
afterEach(() => {
  delete process.env.RELEASE_VERSION;
  fixture.remove();
});

describe('the version of a release', () => {
  it("is the package's own, and eight digits of a hash", () => {
    expect(version()).toMatch(/^1\.2\.3-[0-9a-f]{8}$/);
  });

  it('is the same for the same sources, wherever they lie', () => {
    const here = version();
    const { folder, write, remove } = makeFixture({});
    write('mf-toolbox/package.json', '{ "version": "1.2.3" }');
    write('mf-toolbox/src/remote.tsx', 'export default {};');
    write('shared/ui/src/index.ts', 'export {};');
    write('pnpm-lock.yaml', 'lockfileVersion: 9');
    expect(releaseVersion(`${folder}/mf-toolbox`, folder)).toBe(here);
    remove();
  });

  it.each([
    ["the package's sources", 'mf-toolbox/src/remote.tsx', 'export default { routes: [] };'],
    ['a new file of it', 'mf-toolbox/src/page.tsx', ''],
    ['its description', 'mf-toolbox/remote.json', '{}'],
    ['a shared package', 'shared/ui/src/index.ts', 'export const Button = 1;'],
    ['what is installed', 'pnpm-lock.yaml', 'lockfileVersion: 10'],
  ])('changes with %s', (_what, path, text) => {
    const before = version();
    fixture.write(path, text);
    expect(version()).not.toBe(before);
  });

  it('changes when a file is renamed', () => {
    fixture.write('mf-toolbox/src/a.ts', 'export {};');
    const before = version();
    fixture.remove();
    fixture = makeFixture({
      'mf-toolbox/package.json': '{ "version": "1.2.3" }',
      'mf-toolbox/src/remote.tsx': 'export default {};',
      'mf-toolbox/src/b.ts': 'export {};',
      'shared/ui/src/index.ts': 'export {};',
      'pnpm-lock.yaml': 'lockfileVersion: 9',
    });
    expect(version()).not.toBe(before);
  });

  it.each([
    ['tests', 'mf-toolbox/src/remote.test.tsx'],
    ['tests of the presets', 'shared/federation/rspack/release-version.test.mjs'],
    ['a README', 'mf-toolbox/README.md'],
    ['what it built before', 'mf-toolbox/dist/remoteEntry.js'],
    ["the build's own log", 'mf-toolbox/.turbo/turbo-build.log'],
    ['installed packages', 'shared/ui/node_modules/react/index.js'],
    ["another remote's sources", 'mf-auth/src/remote.tsx'],
  ])('does not change with %s', (_what, path) => {
    const before = version();
    fixture.write(path, 'something else');
    expect(version()).toBe(before);
  });

  it('is what the environment says, when it says something', () => {
    process.env.RELEASE_VERSION = '2.0.0-rc.1';
    expect(version()).toBe('2.0.0-rc.1');
  });
});
