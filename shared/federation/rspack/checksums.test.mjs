import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { isUpToDate, readBuilt, readSources } from './checksums.mjs';
import { makeFixture } from './testing/fixture.mjs';

const INPUTS = ['mf-toolbox', 'shared', 'pnpm-lock.yaml'];
const FILES = {
  'mf-toolbox/src/remote.tsx': 'export default {};',
  'mf-toolbox/src/a.ts': 'export {};',
  'shared/ui/src/index.ts': 'export {};',
  'mf-auth/src/remote.tsx': 'export default {};',
  'pnpm-lock.yaml': 'lockfileVersion: 9',
};

let fixture;
beforeEach(() => (fixture = makeFixture(FILES)));
afterEach(() => fixture.remove());

const hashNow = () => readSources(fixture.folder, INPUTS).hash;

describe('the hash of sources', () => {
  it('is the same for the same sources, in any folder', () => {
    const copy = makeFixture(FILES);
    expect(readSources(copy.folder, INPUTS).hash).toBe(hashNow());
    copy.remove();
  });

  it.each([
    ["the package's sources", 'mf-toolbox/src/remote.tsx', 'export default { routes: [] };'],
    ['a new file of it', 'mf-toolbox/src/page.tsx', ''],
    ['its description', 'mf-toolbox/remote.json', '{}'],
    ['a shared package', 'shared/ui/src/index.ts', 'export const Button = 1;'],
    ['the lockfile', 'pnpm-lock.yaml', 'lockfileVersion: 10'],
  ])('changes with %s', (_what, path, text) => {
    const before = hashNow();
    fixture.write(path, text);
    expect(hashNow()).not.toBe(before);
  });

  it('changes when a file is renamed', () => {
    const before = hashNow();
    rmSync(join(fixture.folder, 'mf-toolbox/src/a.ts'));
    fixture.write('mf-toolbox/src/b.ts', 'export {};');
    expect(hashNow()).not.toBe(before);
  });

  it.each([
    ['tests', 'mf-toolbox/src/remote.test.tsx'],
    ['tests of the presets', 'shared/federation/rspack/checksums.test.mjs'],
    ['a README', 'mf-toolbox/README.md'],
    ['its earlier build', 'mf-toolbox/dist/remoteEntry.js'],
    ["the build's own log", 'mf-toolbox/.turbo/turbo-build.log'],
    ['installed packages', 'shared/ui/node_modules/react/index.js'],
    ["another remote's sources", 'mf-auth/src/remote.tsx'],
  ])('does not change with %s', (_what, path) => {
    const before = hashNow();
    fixture.write(path, 'something else');
    expect(hashNow()).toBe(before);
  });
});

describe('a build', () => {
  const dist = () => join(fixture.folder, 'mf-toolbox/dist');
  const isDone = () => isUpToDate(fixture.folder, dist());
  const integrity = `sha256-${createHash('sha256').update('entry').digest('base64')}`;

  beforeEach(() => {
    const list = { inputs: INPUTS, sources: hashNow(), files: { 'public/entry.js': integrity } };
    fixture.write('mf-toolbox/dist/checksums.json', JSON.stringify(list));
    fixture.write('mf-toolbox/dist/public/entry.js', 'entry');
  });

  it('contains the listed files and ignores others', () => {
    fixture.write('mf-toolbox/dist/of-another-build.js', 'left over');
    expect(isDone()).toBe(true);
    expect(readBuilt(dist()).files).toEqual([{ path: 'public/entry.js', bytes: Buffer.from('entry'), integrity }]);
  });

  it.each([
    ['its list is missing', 'checksums.json is missing', () => rmSync(join(dist(), 'checksums.json'))],
    ['its list is half written', 'checksums.json is cut short', () => fixture.write('mf-toolbox/dist/checksums.json', '{ "in')],
    ['a file is missing', 'public/entry.js is missing', () => rmSync(join(dist(), 'public/entry.js'))],
    [
      'a file was changed',
      'public/entry.js is not as it was built',
      () => fixture.write('mf-toolbox/dist/public/entry.js', 'ent'),
    ],
  ])('is refused with the reason if %s', (_what, message, damage) => {
    damage();
    expect(isDone()).toBe(false);
    expect(() => readBuilt(dist())).toThrow(message);
  });

  it('is out of date if its sources changed or were removed', () => {
    fixture.write('mf-toolbox/src/remote.tsx', 'export default { routes: [] };');
    expect(isDone()).toBe(false);
    fixture.write('mf-toolbox/src/remote.tsx', FILES['mf-toolbox/src/remote.tsx']);
    expect(isDone()).toBe(true);
    rmSync(join(fixture.folder, 'shared'), { recursive: true });
    expect(isDone()).toBe(false);
  });
});
