import { addressesOf, addressOfFile, noteSilence, ownAddressOf, takeFilesFrom } from './files-place.ts';

const PATH = '/remotes/toolbox/files/module.0a1b2c3d4e.js';

/** As the shell's script was asked for. */
const take = (src: string) => takeFilesFrom(Object.assign(document.createElement('script'), { src }));

afterEach(() => take(`${location.origin}/shell/files/main.0a1b2c3d4e.js`));

describe.each(['https://files.example', 'https://bucket.example/solvent'])('a page whose shell came from %s', (place) => {
  beforeEach(() => take(`${place}/shell/files/main.0a1b2c3d4e.js`));

  it('asks there for files named by their content, and here for all else', () => {
    expect(addressOfFile(PATH)).toBe(place + PATH);
    for (const other of [
      '/remotes/toolbox/1.0.0/remoteEntry.9a8b7c6d.js',
      '/favicon.svg',
      'http://localhost:3003/remoteEntry.js',
    ])
      expect(addressOfFile(other)).toBe(other);
  });

  it('knows that this origin has each of them, too, and nothing of other places', () => {
    expect(addressesOf(place + PATH)).toEqual([place + PATH, PATH]);
    expect(ownAddressOf(`${place}${PATH}?r=1&t=2`)).toBe(PATH);
    for (const other of [`https://elsewhere.example${PATH}`, `${place}.evil.example${PATH}`, `${place}/other.js`])
      expect(addressesOf(other)).toEqual([other]);
  });

  it('asks there no more once something did not come in time', () => {
    noteSilence(`https://elsewhere.example${PATH}`);
    expect(addressesOf(place + PATH)).toHaveLength(2);
    noteSilence(place + PATH);
    expect(addressesOf(place + PATH)).toEqual([PATH]);
  });
});

it.each([
  ['this origin', `${location.origin}/shell/files/main.0a1b2c3d4e.js`],
  ['this origin at the second try', `${location.origin}/shell/files/main.0a1b2c3d4e.js?r=1&t=2`],
  ['a dev server', 'http://localhost:3010/main.js'],
])('a page whose shell came from %s asks for all where it is said to be', (_where, src) => {
  take(src);
  expect(addressOfFile(PATH)).toBe(PATH);
  expect(addressesOf(`https://files.example${PATH}`)).toEqual([`https://files.example${PATH}`]);
});
