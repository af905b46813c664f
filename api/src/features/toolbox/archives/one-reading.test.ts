import { changed, pathField, rawZip, sizesField, zipOf } from '../../../testing/archives.ts';
import { temporaryFolder } from '../../../testing/server-process.ts';
import { openFolder } from '@solvent/object-store';
import { checkArchive } from './check-archive.ts';

const folder = temporaryFolder();
const store = openFolder(folder.path);
afterAll(() => folder.remove());

let count = 0;
async function check(archive: Buffer) {
  count += 1;
  await store.put(`archives/${count}`, archive);
  return checkArchive(store, { key: `archives/${count}`, size: archive.length });
}

/** A program finds it that reads an archive from its beginning, and does not look at its table of contents. */
const UNLISTED = { path: '../evil', content: 'evil', unlisted: true };
const SIZES_FOLLOW = 0x808;
/** What a number says that stands in the place for larger ones. */
const ELSEWHERE = 0xffff_ffff;
const LARGE = rawZip([{ path: 'a', content: 'a' }], { large: 'true' });

describe('what programs read in two ways is refused', () => {
  it.each<[what: string, archive: Buffer, reason: RegExp]>([
    [
      'an entry within another',
      rawZip([
        { path: 'a', content: 'x'.repeat(99), method: 0 },
        { path: 'b', content: '', place: 50 },
      ]),
      /^“a” overlaps another file of the archive, .* Make it again/,
    ],
    [
      'content that two share',
      rawZip([
        { path: 'a', content: 'x' },
        { path: 'a2', localPath: 'a', content: 'x', place: 0 },
      ]),
      /overlaps another file|calls “a2” something else/,
    ],
    ['an entry between others', rawZip([{ path: 'a' }, UNLISTED, { path: 'b' }]), /its table of contents hides/],
    ['an entry before the table', rawZip([{ path: 'a' }, UNLISTED]), /its table of contents hides/],
    ['an entry before the first', rawZip([UNLISTED, { path: 'a' }]), /its table of contents hides/],
    [
      'a path that is another one to older programs',
      rawZip([
        { path: '../evil', flags: 0, extra: pathField('../evil', 'good.txt'), localExtra: pathField('../evil', 'good.txt') },
      ]),
      /“\.\.\/evil” leads out of/,
    ],
    [
      'a path that is another one to newer programs',
      rawZip([{ path: 'good.txt', flags: 0, extra: pathField('good.txt', '../evil') }]),
      /“\.\.\/evil” leads out of/,
    ],
    [
      'a path that is another one in the second place',
      rawZip([{ path: 'good.txt', flags: 0, localExtra: pathField('good.txt', '../evil') }]),
      /calls “good\.txt” something else/,
    ],
    ['a size that is another one', rawZip([{ path: 'a', content: 'xyz', localSize: 1 }]), /gives “a” another size/],
    [
      'a size that follows, and is another one',
      rawZip([{ path: 'a', content: 'xyz', localSize: 1, flags: SIZES_FOLLOW }]),
      /gives “a” another size/,
    ],
    ['a password in the second place', rawZip([{ path: 'a', localFlags: 0x801 }]), /^The archive is encrypted/],
    ['bytes behind packed content', rawZip([{ path: 'a', content: 'x', hidden: 'more' }]), /“a” cannot be unpacked/],
    ['a folder with content', rawZip([{ path: 'd/', content: 'x' }]), /“d\/” is a folder, and yet has content/],
    ['more entries than there are', rawZip([{ path: 'a' }], { count: 2 }), /not a zip archive, or a part/],
    ['a table of another size', rawZip([{ path: 'a' }, { path: 'b' }], { size: 47 }), /does not say the same to all programs/],
    ['another table for large archives', rawZip([{ path: 'a' }], { large: 'lie' }), /does not say the same to all programs/],
    [
      'another size where large ones have it',
      rawZip([{ path: 'a', content: 'xyz', method: 0, localSize: ELSEWHERE, localExtra: sizesField(1, 3) }]),
      /gives “a” another size/,
    ],
  ])('%s', async (_what, archive, reason) => {
    await expect(check(archive)).rejects.toThrow(reason);
  });

  it.each([
    ['its own size', 'PK\x06\x06', 4],
    ['how many entries are on this disk', 'PK\x06\x06', 24],
    ['the size of the table', 'PK\x06\x06', 40],
    ['that it is there', 'PK\x06\x07', 0],
  ])('an end of large archives that lies of %s', async (_what, signature, at) => {
    await expect(check(changed(LARGE, signature, at, 7))).rejects.toThrow(/does not say the same to all programs/);
  });
});

describe('names that are one on some machines are refused', () => {
  it.each([
    [['README', 'readme'], '“README” and “readme” are the same file on many machines. Rename one of them.'],
    [['é.txt', 'é.txt'.normalize('NFD')], 'are the same file on many machines'],
    [['src/a', './src//a'], '“src/a” and “./src//a” are the same file'],
    [['src', 'src/a/b'], '“src” is a file, and “src/a/b” lies in it. Rename one of them.'],
    [['./.'], '“./.” is no name of a file'],
    [['gpj.\u202Etxt'], 'holds a character that cannot stand in names of files'],
  ])('%j', async (paths, reason) => {
    await expect(check(rawZip(paths.map((path) => ({ path }))))).rejects.toThrow(reason);
  });
});

describe('an honest archive', () => {
  it.each<[what: string, archive: Buffer]>([
    ['with the end of large ones', LARGE],
    [
      'whose numbers are in the end of large ones alone',
      [8, 12, 16].reduce((archive, at) => changed(archive, 'PK\x05\x06', at, ELSEWHERE), LARGE),
    ],
    [
      'with sizes where large ones have them',
      rawZip([{ path: 'a', content: 'xyz', method: 0, localSize: ELSEWHERE, localExtra: sizesField(3, 3) }]),
    ],
    [
      'whose names older programs cannot read',
      rawZip([
        { path: '???.txt', flags: 0, extra: pathField('???.txt', '日本語.txt'), localExtra: pathField('???.txt', '日本語.txt') },
      ]),
    ],
    ['with folders of its own', rawZip([{ path: './', method: 0 }, { path: './src/', method: 0 }, { path: './src/a' }])],
    [
      'without any sizes before the content',
      rawZip([{ path: 'a', gap: Buffer.alloc(16), content: 'a', method: 0 }, { path: 'b' }]),
    ],
  ])('passes %s', async (_what, archive) => {
    expect(await check(archive)).toEqual([]);
  });

  it('passes as its library writes it', async () => {
    expect(await check(await zipOf({ 'a/b.txt': 'b', 'a/c.txt': '', d: 'd'.repeat(100_000) }))).toEqual([]);
  });
});
