import { randomBytes } from 'node:crypto';
import type { ObjectStore } from '@solvent/object-store';
import { patchArchive, pathField, buildRawZip, buildZip } from '../../../testing/archives.ts';
import type { RawEntry } from '../../../testing/archives.ts';
import { createArchiveChecker } from '../../../testing/archive-checker.ts';
import { InvalidArchiveError } from './invalid-archive-error.ts';
import { checkArchive } from './check-archive.ts';
import { MODULE_LIMITS } from './limits-removed.ts';
import { listFiles } from './central-directory.ts';

const { store, check, remove } = createArchiveChecker();
afterAll(remove);

const MIB = 1024 * 1024;

/** Why it is refused. */
async function refusal(archive: Buffer | Promise<Buffer>, limits = MODULE_LIMITS): Promise<string> {
  const error: unknown = await check(await archive, limits).catch((reason: unknown) => reason);
  if (!(error instanceof InvalidArchiveError)) throw new Error(`It was not refused: ${String(error)}`);
  return error.message;
}

const named = (count: number) => Array.from({ length: count }, (_, index) => ({ path: `${index}.txt`, content: 'x' }));

describe('an honest archive', () => {
  it('passes with folders, empty files, names of all languages, files larger than a block, and a small one that packs well', async () => {
    const files = { 'README.md': '# Hello', 'src/日本語.ts': 'export {};', 'src/empty': '', 'data.bin': randomBytes(2 * MIB) };
    expect(await check(await buildZip({ ...files, 'zeros.json': '0'.repeat(900_000) }))).toEqual([]);
    const folder = { path: 'src/', mode: 0o040_755, method: 0 };
    expect(await check(buildRawZip([folder, { path: 'src/a.ts', content: 'a' }]))).toEqual([]);
    const likely = ['./a', 'src/.b', 'src/..c', 'console.js', 'com10', 'auxiliary', 'a..b', 'a b', '[...slug]/page.tsx'];
    expect(await check(buildRawZip(likely.map((path) => ({ path, content: path }))))).toEqual([]);
  });

  it('passes with as many files as may be', async () => {
    expect(await check(buildRawZip(named(5000)))).toEqual([]);
  });
});

/** A file, or what passes for one. */
const A = { path: 'a', content: 'x' };

describe('what is refused, with what to change (product 9.14)', () => {
  it.each<[what: string, archive: () => Buffer | Promise<Buffer>, reason: RegExp]>([
    ['nothing at all', () => Buffer.alloc(0), /^This file is not a zip archive, .* Make the archive again/],
    ['a text', () => Buffer.from('no zip'), /^This file is not a zip archive/],
    ['a page', () => Buffer.from('<html>'.repeat(1000)), /^This file is not a zip archive/],
    ['half a zip', async () => (await buildZip({ a: 'a'.repeat(9000) })).subarray(0, 60), /^This file is not a zip archive/],
    ['a program that ends in a zip', () => Buffer.concat([Buffer.from('MZ\0\0'), buildRawZip([A])]), /not a zip archive/],
    ['an empty zip', () => buildZip({}), /^The archive is empty\. Put the files/],
    [
      'a zip in the zip',
      () => buildZip({ 'more.zip': buildRawZip([A]) }),
      /“more\.zip” is an archive inside the archive\. Unpack it/,
    ],
    ['one under another name', () => buildZip({ 'more.txt': buildRawZip([A]) }), /“more\.txt” is an archive inside/],
    ['a gzip', () => buildZip({ 'a.tgz': Buffer.from('1f8b0800', 'hex') }), /“a\.tgz” is an archive inside/],
    ['files that are not counted', () => buildRawZip([A, { path: '../b' }], { count: 1 }), /its table of contents hides/],
    [
      'content that is none',
      () => patchArchive(buildRawZip([{ path: 'a', content: 'x'.repeat(99) }]), 'a', 1, 0xffffffff),
      /“a” cannot be unpacked/,
    ],
    ['content beyond the end', () => patchArchive(buildRawZip([A]), 'PK\x01\x02', 20, 0xffffff), /not a zip archive, or a part/],
    [
      'a table of contents elsewhere',
      () => patchArchive(buildRawZip([A]), 'PK\x05\x06', 16, 0xfffffff),
      /not a zip archive, or a part/,
    ],
  ])('%s', async (_what, archive, reason) => {
    expect(await refusal(archive())).toMatch(reason);
  });

  it.each<[what: string, entries: RawEntry[], reason: RegExp]>([
    ['folders alone', [{ path: 'src/', method: 0 }], /^The archive is empty/],
    ['a way out', [{ path: '../../etc/cron' }], /“\.\.\/\.\.\/etc\/cron” leads out of .* without “\.\.”/],
    ['a way out in the middle', [{ path: 'a/../../b' }], /leads out of the module's folder/],
    ['an absolute path', [{ path: '/etc/passwd' }], /“\/etc\/passwd” is absolute: .* from inside that folder/],
    ['a drive', [{ path: 'C:/Windows/a' }], /“C:\/Windows\/a” is absolute/],
    ['a way out by backslashes', [{ path: '..\\..\\a' }], /“\.\.\/\.\.\/a” leads out of/],
    ['an absolute path by backslashes', [{ path: '\\etc\\passwd' }], /“\/etc\/passwd” is absolute/],
    ['backslashes that end in another file', [{ path: 'a\\b' }, { path: 'a/b' }], /contains “a\/b” twice/],
    ['a backslash beside a second name', [{ path: 'a\\b', flags: 0, extra: pathField('a\\b', 'c') }], /has a second name/],
    ['a stream', [{ path: 'a.txt:hidden' }], /“a\.txt:hidden” contains a “:”/],
    ['a dot at the end', [{ path: 'src/a.ts.' }], /A name in “src\/a\.ts\.” ends with a dot or a space/],
    ['a folder of dots', [{ path: 'src/.../a.ts' }], /ends with a dot or a space/],
    ['a space at the end of a folder', [{ path: 'src /a.ts' }], /ends with a dot or a space/],
    ['a device', [{ path: 'CON' }], /“CON” is that of a device/],
    ['a device with an ending', [{ path: 'src/aux.js' }], /is that of a device/],
    ['a device as a folder', [{ path: 'nul/a.js' }], /is that of a device/],
    ['a device and spaces', [{ path: 'prn  .tar.gz' }], /is that of a device/],
    ['a device with a superscript digit', [{ path: 'LPT¹.txt' }], /is that of a device/],
    ['a format character', [{ path: 'pass\u200Bword.ts' }], /“pass�word\.ts” contains a character/],
    ['a soft hyphen', [{ path: 'pass\u00ADword.ts' }], /contains a character/],
    ['twins by case', [{ path: 'Straße.ts' }, { path: 'STRASSE.ts' }], /are the same file on many machines/],
    ['twins by composition', [{ path: 'caf\u00E9' }, { path: 'cafe\u0301' }], /are the same file on many machines/],
    ['twins by ligature', [{ path: 'ﬁle.ts' }, { path: 'File.ts' }], /are the same file on many machines/],
    ['twins by width', [{ path: 'ｆile.ts' }, { path: 'file.ts' }], /are the same file on many machines/],
    ['twins by a variation selector', [{ path: 'a\u2764\uFE0F' }, { path: 'a\u2764' }], /are the same file on many machines/],
    ['a line break in a name', [{ path: 'a\nb' }], /“a�b” contains a character .* Rename the file/],
    ['no name', [{ path: '' }], /has no name/],
    ['a path without an end', [{ path: 'a/'.repeat(300) }], /is longer than 400 characters\. Shorten/],
    ['a symbolic link', [{ ...A, mode: 0o120_777 }], /“a” is a symbolic link\. Put the file/],
    ['a device', [{ ...A, mode: 0o020_666 }], /“a” is neither a file nor a folder/],
    ['a password', [{ ...A, flags: 1 }], /encrypted\. Make it again without a password/],
    ['strong encryption', [{ ...A, flags: 0x41 }], /encrypted\. Make it again without a password/],
    ['another method', [{ ...A, method: 14 }], /Make an ordinary zip \(Deflate\)/],
    ['a name twice', [A, A], /contains “a” twice\. Keep one/],
    ['another name inside', [{ ...A, localPath: '../b' }], /calls “a” something else/],
    ['5,001 files', named(5001), /5,001 files and folders: at most 5,000/],
    ['more than it says', [{ path: 'a', content: 'x'.repeat(5000), size: 10 }], /“a” has another size than/],
    ['less than it says', [{ ...A, size: 10 }], /“a” has another size than/],
    ['a stored file of another size', [{ path: 'a', content: 'xyz', size: 1, method: 0 }], /“a” has another size than/],
    ['a wrong checksum', [{ ...A, crc: 1 }], /“a” cannot be unpacked: the archive is damaged/],
  ])('%s', async (_what, entries, reason) => {
    expect(await refusal(buildRawZip(entries))).toMatch(reason);
  });

  it('a backslash that is half of a character, as in names of old Japanese Windows tools', async () => {
    const archive = buildRawZip([{ path: '?\\.js', flags: 0 }])
      .toString('latin1')
      .replaceAll('?\\', '\x95\\');
    expect(await refusal(Buffer.from(archive, 'latin1'))).toMatch(/The name “.*\.js” .* a program that writes names in UTF-8/);
  });

  it('a bomb by what it says, before anything of it is unpacked', async () => {
    const zeros = Buffer.alloc(4 * MIB);
    expect(await refusal(buildRawZip([{ path: 'a', content: zeros }]))).toMatch(
      /^The archive unpacks to more than 100 times its size/,
    );
    expect(await refusal(buildRawZip([{ path: 'a', content: 'x', size: 0xf0000000 }]))).toMatch(
      /^Unpacked, the archive has 3,840 MB or more: at most 300 MB are taken\. Leave out/,
    );
  });

  it('a bomb that lies of its size, as soon as it does', async () => {
    const bomb = buildRawZip([{ path: 'a', content: Buffer.alloc(64 * MIB), size: 1000 }]);
    expect(await refusal(bomb)).toMatch(/“a” has another size than/);
  });

  it('a bomb of many small files', async () => {
    const noise = randomBytes(64 * 1024);
    const files = Array.from({ length: 40 }, (_, index) => ({ path: `${index}`, content: noise, method: 0 }));
    expect(await refusal(buildRawZip(files), { ...MODULE_LIMITS, unpackedMaxBytes: 2 * MIB })).toMatch(/at most 2 MB are taken/);
  });
});

it('files of an archive that an earlier release accepted are still listed', async () => {
  const archive = buildRawZip([{ path: 'src/' }, { path: 'src/aux.js', content: 'xy' }, { path: 'lib\\a:b', content: '' }]);
  await store.put('earlier', archive);
  expect(await listFiles(store, { key: 'earlier', size: archive.length })).toEqual([
    { path: 'lib/a:b', size: 0 },
    { path: 'src/aux.js', size: 2 },
  ]);
});

describe('the store', () => {
  it('that fails is no fault of the archive', async () => {
    const archive = await buildZip({ a: 'a' });
    await expect(checkArchive(store, { key: 'gone', size: archive.length })).rejects.toThrow('is not there');
  });

  it.each([0, 8])(
    'is asked for ranges, and wherever it fails that is no fault of the archive either (method %i)',
    async (method) => {
      const archive = buildRawZip([{ path: 'a', content: randomBytes(4 * MIB), method }]);
      await store.put('ranges', archive);
      let ranges: number[] = [];
      let failsAt = Infinity;
      const watched: ObjectStore = {
        ...store,
        async readAll(key, range) {
          if (ranges.length === failsAt) throw new Error('It does not answer');
          const block = await store.readAll(key, range);
          ranges.push(block?.length ?? 0);
          return block;
        },
      };
      const checked = () => checkArchive(watched, { key: 'ranges', size: archive.length });
      expect(await checked()).toEqual({ findings: [], backslashes: [] });
      expect(Math.max(...ranges)).toBeLessThan(MIB);
      expect(ranges.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(archive.length * 1.2);
      for (failsAt = ranges.length - 1; failsAt >= 0; failsAt -= 1) {
        ranges = [];
        await expect(checked()).rejects.toThrow('It does not answer');
      }
    },
  );
});
