import { patchArchive, pathField, buildRawZip, sizesField, buildZip } from '../../../testing/archives.ts';
import type { RawEntry } from '../../../testing/archives.ts';
import { createArchiveChecker } from '../../../testing/archive-checker.ts';

const { check, remove } = createArchiveChecker();
afterAll(remove);

/** A program finds it that reads an archive from its beginning, and does not look at its table of contents. */
const UNLISTED = { path: '../evil', content: 'evil', unlisted: true };
const SIZES_FOLLOW = 0x808;
/** What a number says that stands in the place for larger ones. */
const ELSEWHERE = 0xffff_ffff;
const LARGE = buildRawZip([{ path: 'a', content: 'a' }], { large: 'true' });

const GOOD = { path: 'good.txt', flags: 0 };
const OLD_EVIL = pathField('../evil', 'good.txt');
const NEW_EVIL = pathField('good.txt', '../evil');
const XYZ = { path: 'a', content: 'xyz', localSize: 1 };

describe('what programs read in two ways is refused', () => {
  it.each<[what: string, entries: RawEntry[], reason: RegExp]>([
    [
      'an entry within another',
      [
        { path: 'a', content: 'x'.repeat(99), method: 0 },
        { path: 'b', content: '', localOffset: 50 },
      ],
      /^“a” overlaps another file of the archive, .* Make it again/,
    ],
    [
      'content that two share',
      [
        { path: 'a', content: 'x' },
        { path: 'a2', localPath: 'a', content: 'x', localOffset: 0 },
      ],
      /overlaps another file|calls “a2” something else/,
    ],
    ['an entry between others', [{ path: 'a' }, UNLISTED, { path: 'b' }], /its table of contents hides/],
    ['an entry before the table', [{ path: 'a' }, UNLISTED], /its table of contents hides/],
    ['an entry before the first', [UNLISTED, { path: 'a' }], /its table of contents hides/],
    [
      'a path that is another one to older programs',
      [{ path: '../evil', flags: 0, extra: OLD_EVIL, localExtra: OLD_EVIL }],
      /“\.\.\/evil” leads out of/,
    ],
    ['a path that is another one to newer programs', [{ ...GOOD, extra: NEW_EVIL }], /“\.\.\/evil” leads out of/],
    ['a path that is another one in the second place', [{ ...GOOD, localExtra: NEW_EVIL }], /calls “good\.txt” something else/],
    ['a size that is another one', [XYZ], /gives “a” another size/],
    ['a size that follows, and is another one', [{ ...XYZ, flags: SIZES_FOLLOW }], /gives “a” another size/],
    [
      'another size where large ones have it',
      [{ ...XYZ, method: 0, localSize: ELSEWHERE, localExtra: sizesField(1, 3) }],
      /gives “a” another size/,
    ],
    ['a password in the second place', [{ path: 'a', localFlags: 0x801 }], /^The archive is encrypted/],
    ['bytes behind packed content', [{ path: 'a', content: 'x', hidden: 'more' }], /“a” cannot be unpacked/],
    ['a folder with content', [{ path: 'd/', content: 'x' }], /“d\/” is a folder, and yet has content/],
  ])('%s', async (_what, entries, reason) => {
    await expect(check(buildRawZip(entries))).rejects.toThrow(reason);
  });

  it.each<[what: string, lies: Parameters<typeof buildRawZip>[1], reason: RegExp]>([
    ['more entries than there are', { count: 3 }, /not a zip archive, or a part/],
    ['a table of another size', { size: 47 }, /does not say the same to all programs/],
    ['another table for large archives', { large: 'lie' }, /does not say the same to all programs/],
  ])('%s', async (_what, lies, reason) => {
    await expect(check(buildRawZip([{ path: 'a' }, { path: 'b' }], lies))).rejects.toThrow(reason);
  });

  it.each([
    ['its own size', 'PK\x06\x06', 4],
    ['how many entries are on this disk', 'PK\x06\x06', 24],
    ['the size of the table', 'PK\x06\x06', 40],
    ['that it is there', 'PK\x06\x07', 0],
  ])('an end of large archives that lies of %s', async (_what, signature, at) => {
    await expect(check(patchArchive(LARGE, signature, at, 7))).rejects.toThrow(/does not say the same to all programs/);
  });
});

describe('names that are one on some machines are refused', () => {
  it.each([
    [['README', 'readme'], '“README” and “readme” are the same file on many machines. Rename one of them.'],
    [['é.txt', 'é.txt'.normalize('NFD')], 'are the same file on many machines'],
    [['src/a', './src//a'], '“src/a” and “./src//a” are the same file'],
    [['src', 'src/a/b'], '“src” is a file, and “src/a/b” is inside it. Rename one of them.'],
    [['./.'], '“./.” is not a file name'],
    [['gpj.\u202Etxt'], 'contains a character that is not allowed in file names'],
  ])('%j', async (paths, reason) => {
    await expect(check(buildRawZip(paths.map((path) => ({ path }))))).rejects.toThrow(reason);
  });
});

describe('an honest archive', () => {
  it.each<[what: string, archive: Buffer]>([
    ['with the end of large ones', LARGE],
    [
      'whose numbers are in the end of large ones alone',
      [8, 12, 16].reduce((archive, at) => patchArchive(archive, 'PK\x05\x06', at, ELSEWHERE), LARGE),
    ],
    [
      'with sizes where large ones have them',
      buildRawZip([{ path: 'a', content: 'xyz', method: 0, localSize: ELSEWHERE, localExtra: sizesField(3, 3) }]),
    ],
    [
      'whose names older programs cannot read',
      buildRawZip([
        { path: '???.txt', flags: 0, extra: pathField('???.txt', '日本語.txt'), localExtra: pathField('???.txt', '日本語.txt') },
      ]),
    ],
    ['with folders of its own', buildRawZip([{ path: './', method: 0 }, { path: './src/', method: 0 }, { path: './src/a' }])],
    [
      'without any sizes before the content',
      buildRawZip([{ path: 'a', gap: Buffer.alloc(16), content: 'a', method: 0 }, { path: 'b' }]),
    ],
  ])('passes %s', async (_what, archive) => {
    expect(await check(archive)).toEqual([]);
  });

  it('passes as its library writes it', async () => {
    expect(await check(await buildZip({ 'a/b.txt': 'b', 'a/c.txt': '', d: 'd'.repeat(100_000) }))).toEqual([]);
  });
});
