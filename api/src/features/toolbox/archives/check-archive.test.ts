import { randomBytes } from 'node:crypto';
import { MODULE } from '@solvent/contracts';
import type { ObjectStore } from '@solvent/object-store';
import { patchArchive, pathField, buildRawZip, buildZip } from '../../../testing/archives.ts';
import type { RawEntry } from '../../../testing/archives.ts';
import { createArchiveChecker } from '../../../testing/archive-checker.ts';
import { InvalidArchiveError } from './names.ts';
import { checkArchive } from './check-archive.ts';

import { listFiles } from './central-directory.ts';

const { store, check, remove } = createArchiveChecker();
afterAll(remove);

const MIB = 1024 * 1024;

/** Returns the message of the rejection. */
async function getRejection(archive: Buffer | Promise<Buffer>, limits = MODULE): Promise<string> {
  const error: unknown = await check(await archive, limits).catch((reason: unknown) => reason);
  if (!(error instanceof InvalidArchiveError)) throw new Error(`It was not rejected: ${String(error)}`);
  return error.message;
}

const named = (count: number) => Array.from({ length: count }, (_, index) => ({ path: `${index}.txt`, content: 'x' }));

describe('a valid archive', () => {
  it('passes with folders, empty files, Unicode names, files larger than a block, and a small file that compresses well', async () => {
    const files = { 'README.md': '# Hello', 'src/日本語.ts': 'export {};', 'src/empty': '', 'data.bin': randomBytes(2 * MIB) };
    expect(await check(await buildZip({ ...files, 'zeros.json': '0'.repeat(900_000) }))).toEqual([]);
    const folder = { path: 'src/', mode: 0o040_755, method: 0 };
    expect(await check(buildRawZip([folder, { path: 'src/a.ts', content: 'a' }]))).toEqual([]);
    const unusualPaths = ['./a', 'src/.b', 'src/..c', 'console.js', 'com10', 'auxiliary', 'a..b', 'a b', '[...slug]/page.tsx'];
    expect(await check(buildRawZip(unusualPaths.map((path) => ({ path, content: path }))))).toEqual([]);
  });

  it('passes with the maximum number of files', async () => {
    expect(await check(buildRawZip(named(5000)))).toEqual([]);
  });
});

const A = { path: 'a', content: 'x' };

describe('an invalid archive is rejected with advice (product 9.14)', () => {
  it.each<[what: string, archive: () => Buffer | Promise<Buffer>, reason: RegExp]>([
    ['an empty file', () => Buffer.alloc(0), /^This file is not a zip archive, .* Create the archive again/],
    ['a text', () => Buffer.from('no zip'), /^This file is not a zip archive/],
    ['a page', () => Buffer.from('<html>'.repeat(1000)), /^This file is not a zip archive/],
    ['half a zip', async () => (await buildZip({ a: 'a'.repeat(9000) })).subarray(0, 60), /^This file is not a zip archive/],
    ['an executable with an appended zip', () => Buffer.concat([Buffer.from('MZ\0\0'), buildRawZip([A])]), /not a zip archive/],
    ['an empty zip', () => buildZip({}), /^The archive is empty\. Add the files/],
    [
      'a zip in the zip',
      () => buildZip({ 'more.zip': buildRawZip([A]) }),
      /“more\.zip” is an archive inside the archive\. Unpack it/,
    ],
    ['a zip with another extension', () => buildZip({ 'more.txt': buildRawZip([A]) }), /“more\.txt” is an archive inside/],
    ['a gzip', () => buildZip({ 'a.tgz': Buffer.from('1f8b0800', 'hex') }), /“a\.tgz” is an archive inside/],
    [
      'more entries than the count',
      () => buildRawZip([A, { path: '../b' }], { count: 1 }),
      /its table of contents does not list/,
    ],
    [
      'corrupt content',
      () => patchArchive(buildRawZip([{ path: 'a', content: 'x'.repeat(99) }]), 'a', 1, 0xffffffff),
      /“a” cannot be unpacked/,
    ],
    [
      'content beyond the end of the file',
      () => patchArchive(buildRawZip([A]), 'PK\x01\x02', 20, 0xffffff),
      /not a zip archive, or it is incomplete/,
    ],
    [
      'a central directory at another offset',
      () => patchArchive(buildRawZip([A]), 'PK\x05\x06', 16, 0xfffffff),
      /not a zip archive, or it is incomplete/,
    ],
  ])('%s', async (_what, archive, reason) => {
    expect(await getRejection(archive())).toMatch(reason);
  });

  it.each<[what: string, entries: RawEntry[], reason: RegExp]>([
    ['only folders', [{ path: 'src/', method: 0 }], /^The archive is empty/],
    ['a path outside', [{ path: '../../etc/cron' }], /“\.\.\/\.\.\/etc\/cron” leads out of .* without “\.\.”/],
    ['a path outside through a folder', [{ path: 'a/../../b' }], /leads out of the module's folder/],
    ['an absolute path', [{ path: '/etc/passwd' }], /“\/etc\/passwd” is absolute: .* from inside that folder/],
    ['a drive', [{ path: 'C:/Windows/a' }], /“C:\/Windows\/a” is absolute/],
    ['a path outside with backslashes', [{ path: '..\\..\\a' }], /“\.\.\/\.\.\/a” leads out of/],
    ['an absolute path with backslashes', [{ path: '\\etc\\passwd' }], /“\/etc\/passwd” is absolute/],
    ['a backslash path that equals another path', [{ path: 'a\\b' }, { path: 'a/b' }], /contains “a\/b” twice/],
    ['a backslash and a second name', [{ path: 'a\\b', flags: 0, extra: pathField('a\\b', 'c') }], /has a second name/],
    ['an alternate data stream', [{ path: 'a.txt:hidden' }], /“a\.txt:hidden” contains a “:”/],
    ['a dot at the end', [{ path: 'src/a.ts.' }], /A name in “src\/a\.ts\.” ends with a dot or a space/],
    ['a folder named with dots', [{ path: 'src/.../a.ts' }], /ends with a dot or a space/],
    ['a space at the end of a folder', [{ path: 'src /a.ts' }], /ends with a dot or a space/],
    ['a device name', [{ path: 'CON' }], /“CON” is that of a device/],
    ['a device name with an extension', [{ path: 'src/aux.js' }], /is that of a device/],
    ['a device name as a folder', [{ path: 'nul/a.js' }], /is that of a device/],
    ['a device name and spaces', [{ path: 'prn  .tar.gz' }], /is that of a device/],
    ['a device name with a superscript digit', [{ path: 'LPT¹.txt' }], /is that of a device/],
    ['a format character', [{ path: 'pass\u200Bword.ts' }], /“pass�word\.ts” contains a character/],
    ['a soft hyphen', [{ path: 'pass\u00ADword.ts' }], /contains a character/],
    ['names that differ in case', [{ path: 'Straße.ts' }, { path: 'STRASSE.ts' }], /are the same file on many machines/],
    ['names that differ in composition', [{ path: 'caf\u00E9' }, { path: 'cafe\u0301' }], /are the same file on many machines/],
    ['names that differ by a ligature', [{ path: 'ﬁle.ts' }, { path: 'File.ts' }], /are the same file on many machines/],
    ['names that differ in width', [{ path: 'ｆile.ts' }, { path: 'file.ts' }], /are the same file on many machines/],
    [
      'names that differ by a variation selector',
      [{ path: 'a\u2764\uFE0F' }, { path: 'a\u2764' }],
      /are the same file on many machines/,
    ],
    ['a line break in a name', [{ path: 'a\nb' }], /“a�b” contains a character .* Rename the file/],
    ['no name', [{ path: '' }], /has no name/],
    ['a path that is too long', [{ path: 'a/'.repeat(300) }], /is longer than 400 characters\. Shorten/],
    ['a symbolic link', [{ ...A, mode: 0o120_777 }], /“a” is a symbolic link\. Replace it/],
    ['a device file', [{ ...A, mode: 0o020_666 }], /“a” is neither a file nor a folder/],
    ['a password', [{ ...A, flags: 1 }], /encrypted\. Create it again without a password/],
    ['strong encryption', [{ ...A, flags: 0x41 }], /encrypted\. Create it again without a password/],
    ['an unsupported compression method', [{ ...A, method: 14 }], /Create a standard zip \(Deflate\)/],
    ['a name twice', [A, A], /contains “a” twice\. Keep one/],
    ['another name in the local header', [{ ...A, localPath: '../b' }], /conflicting names for “a”/],
    ['5,001 files', named(5001), /5,001 files and folders\. The maximum is 5,000\./],
    ['more content than declared', [{ path: 'a', content: 'x'.repeat(5000), size: 10 }], /“a” does not have its stated size/],
    ['less content than declared', [{ ...A, size: 10 }], /“a” does not have its stated size/],
    ['a stored file of another size', [{ path: 'a', content: 'xyz', size: 1, method: 0 }], /“a” does not have its stated size/],
    ['a wrong checksum', [{ ...A, crc: 1 }], /“a” cannot be unpacked: the archive is damaged/],
  ])('%s', async (_what, entries, reason) => {
    expect(await getRejection(buildRawZip(entries))).toMatch(reason);
  });

  it('a backslash byte within a Shift-JIS character', async () => {
    const archive = buildRawZip([{ path: '?\\.js', flags: 0 }])
      .toString('latin1')
      .replaceAll('?\\', '\x95\\');
    expect(await getRejection(Buffer.from(archive, 'latin1'))).toMatch(
      /The name “.*\.js” .* a program that writes names in UTF-8/,
    );
  });

  it('a zip bomb by its declared size, before unpacking', async () => {
    const zeros = Buffer.alloc(4 * MIB);
    expect(await getRejection(buildRawZip([{ path: 'a', content: zeros }]))).toMatch(
      /^The archive unpacks to more than 100 times its size/,
    );
    expect(await getRejection(buildRawZip([{ path: 'a', content: 'x', size: 0xf0000000 }]))).toMatch(
      /^Unpacked, the archive has 3,840 MB or more\. The maximum is 300 MB\. Leave out/,
    );
  });

  it('a zip bomb with a false size, while unpacking', async () => {
    const bomb = buildRawZip([{ path: 'a', content: Buffer.alloc(64 * MIB), size: 1000 }]);
    expect(await getRejection(bomb)).toMatch(/“a” does not have its stated size/);
  });

  it('a zip bomb of many small files', async () => {
    const noise = randomBytes(64 * 1024);
    const files = Array.from({ length: 40 }, (_, index) => ({ path: `${index}`, content: noise, method: 0 }));
    expect(await getRejection(buildRawZip(files), { ...MODULE, unpackedMaxBytes: 2 * MIB })).toMatch(/The maximum is 2 MB\./);
  });
});

it('lists files that an earlier release accepted', async () => {
  const archive = buildRawZip([{ path: 'src/' }, { path: 'src/aux.js', content: 'xy' }, { path: 'lib\\a:b', content: '' }]);
  await store.put('earlier', archive);
  expect(await listFiles(store, { key: 'earlier', size: archive.length })).toEqual([
    { path: 'lib/a:b', size: 0 },
    { path: 'src/aux.js', size: 2 },
  ]);
});

describe('an error of the store', () => {
  it('is not reported as an invalid archive', async () => {
    const archive = await buildZip({ a: 'a' });
    await expect(checkArchive(store, { key: 'missing', size: archive.length })).rejects.toThrow('missing or incomplete');
  });

  it.each([0, 8])('is rethrown from any read, and reads are ranges (method %i)', async (method) => {
    const archive = buildRawZip([{ path: 'a', content: randomBytes(4 * MIB), method }]);
    await store.put('ranges', archive);
    let ranges: number[] = [];
    let failsAt = Infinity;
    const watched: ObjectStore = {
      ...store,
      async readAll(key, range) {
        if (ranges.length === failsAt) throw new Error('The store is unavailable');
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
      await expect(checked()).rejects.toThrow('The store is unavailable');
    }
  });
});
