import { patchArchive, pathField, buildRawZip, sizesField, buildZip } from '../../../testing/archives.ts';
import type { RawEntry } from '../../../testing/archives.ts';
import { createArchiveChecker } from '../../../testing/archive-checker.ts';

const { check, remove } = createArchiveChecker();
afterAll(remove);

/** Found only by programs that read local headers instead of the central directory. */
const UNLISTED = { path: '../evil', content: 'evil', unlisted: true };
const SIZES_FOLLOW = 0x808;
/** zip64 marker: the value is in the extra field. */
const ZIP64_MARKER = 0xffff_ffff;
const LARGE = buildRawZip([{ path: 'a', content: 'a' }], { large: 'true' });

const GOOD = { path: 'good.txt', flags: 0 };
const OLD_EVIL = pathField('../evil', 'good.txt');
const NEW_EVIL = pathField('good.txt', '../evil');
const XYZ = { path: 'a', content: 'xyz', localSize: 1 };

describe('an ambiguous archive is rejected', () => {
  it.each<[what: string, entries: RawEntry[], reason: RegExp]>([
    [
      'overlapping entries',
      [
        { path: 'a', content: 'x'.repeat(99), method: 0 },
        { path: 'b', content: '', localOffset: 50 },
      ],
      /^“a” overlaps another file in the archive, .* Create it again/,
    ],
    [
      'entries that share content',
      [
        { path: 'a', content: 'x' },
        { path: 'a2', localPath: 'a', content: 'x', localOffset: 0 },
      ],
      /overlaps another file|conflicting names for “a2”/,
    ],
    ['an unlisted entry between others', [{ path: 'a' }, UNLISTED, { path: 'b' }], /its table of contents does not list/],
    ['an unlisted entry before the directory', [{ path: 'a' }, UNLISTED], /its table of contents does not list/],
    ['an unlisted entry before the first', [UNLISTED, { path: 'a' }], /its table of contents does not list/],
    [
      'another path for older programs',
      [{ path: '../evil', flags: 0, extra: OLD_EVIL, localExtra: OLD_EVIL }],
      /“\.\.\/evil” leads out of/,
    ],
    ['another path for newer programs', [{ ...GOOD, extra: NEW_EVIL }], /“\.\.\/evil” leads out of/],
    ['another path in the local header', [{ ...GOOD, localExtra: NEW_EVIL }], /conflicting names for “good\.txt”/],
    ['another size in the local header', [XYZ], /conflicting sizes for “a”/],
    ['another size despite a data descriptor', [{ ...XYZ, flags: SIZES_FOLLOW }], /conflicting sizes for “a”/],
    [
      'another size in the zip64 field',
      [{ ...XYZ, method: 0, localSize: ZIP64_MARKER, localExtra: sizesField(1, 3) }],
      /conflicting sizes for “a”/,
    ],
    ['encryption in the local header', [{ path: 'a', localFlags: 0x801 }], /^The archive is encrypted/],
    ['bytes after compressed content', [{ path: 'a', content: 'x', hidden: 'more' }], /“a” cannot be unpacked/],
    ['a folder with content', [{ path: 'd/', content: 'x' }], /“d\/” is a folder but has content/],
  ])('%s', async (_what, entries, reason) => {
    await expect(check(buildRawZip(entries))).rejects.toThrow(reason);
  });

  it.each<[what: string, overrides: Parameters<typeof buildRawZip>[1], reason: RegExp]>([
    ['a count above the number of entries', { count: 3 }, /not a zip archive, or it is incomplete/],
    ['another size of the directory', { size: 47 }, /would read this archive in different ways/],
    ['another directory for zip64', { large: 'lie' }, /would read this archive in different ways/],
  ])('%s', async (_what, overrides, reason) => {
    await expect(check(buildRawZip([{ path: 'a' }, { path: 'b' }], overrides))).rejects.toThrow(reason);
  });

  it.each([
    ['its size', 'PK\x06\x06', 4],
    ['the number of entries on this disk', 'PK\x06\x06', 24],
    ['the size of the directory', 'PK\x06\x06', 40],
    ['its locator', 'PK\x06\x07', 0],
  ])('a zip64 end record with wrong %s', async (_what, signature, at) => {
    await expect(check(patchArchive(LARGE, signature, at, 7))).rejects.toThrow(/would read this archive in different ways/);
  });
});

describe('names that are equal on some systems are rejected', () => {
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

describe('a valid archive', () => {
  it.each<[what: string, archive: Buffer]>([
    ['with a zip64 end record', LARGE],
    [
      'with numbers only in the zip64 end record',
      [8, 12, 16].reduce((archive, at) => patchArchive(archive, 'PK\x05\x06', at, ZIP64_MARKER), LARGE),
    ],
    [
      'with sizes in the zip64 field',
      buildRawZip([{ path: 'a', content: 'xyz', method: 0, localSize: ZIP64_MARKER, localExtra: sizesField(3, 3) }]),
    ],
    [
      'with names only in the Unicode path field',
      buildRawZip([
        { path: '???.txt', flags: 0, extra: pathField('???.txt', '日本語.txt'), localExtra: pathField('???.txt', '日本語.txt') },
      ]),
    ],
    ['with relative folders', buildRawZip([{ path: './', method: 0 }, { path: './src/', method: 0 }, { path: './src/a' }])],
    [
      'with sizes only in a data descriptor',
      buildRawZip([{ path: 'a', gap: Buffer.alloc(16), content: 'a', method: 0 }, { path: 'b' }]),
    ],
  ])('passes %s', async (_what, archive) => {
    expect(await check(archive)).toEqual([]);
  });

  it('passes as written by a zip library', async () => {
    expect(await check(await buildZip({ 'a/b.txt': 'b', 'a/c.txt': '', d: 'd'.repeat(100_000) }))).toEqual([]);
  });
});
