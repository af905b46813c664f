import { inputsOf, releaseVersion } from './release-version.mjs';
import { makeFixture } from './testing/fixture.mjs';

const fixture = makeFixture({
  'mf-toolbox/package.json': '{ "version": "1.2.3" }',
  'shared/ui/index.ts': '',
  'shared/contracts/index.ts': '',
  'shared/object-store/index.ts': '',
  'shared/releases/index.ts': '',
});
const folder = `${fixture.folder}/mf-toolbox`;
const version = (hash) => releaseVersion(folder, { inputs: [], hash, changedAt: 0 });

afterEach(() => delete process.env.RELEASE_VERSION);
afterAll(() => fixture.remove());

describe('the version of a release', () => {
  it("is the package's own, and eight digits of the hash of what it is made of", () => {
    expect(version('3f9a12bc77aa')).toBe('1.2.3-3f9a12bc');
  });

  it('is what the environment says, when it says something', () => {
    process.env.RELEASE_VERSION = '2.0.0-rc.1';
    expect(version('3f9a12bc77aa')).toBe('2.0.0-rc.1');
  });
});

it('is made of its own folder, all that pages share, and what is installed', () => {
  const inputs = inputsOf(folder, fixture.folder);
  expect(inputs).toEqual(['mf-toolbox', 'shared/contracts', 'shared/ui', 'pnpm-lock.yaml']);
});
