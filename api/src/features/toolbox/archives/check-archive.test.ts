import { randomBytes } from 'node:crypto';
import { openFolder } from '@solvent/object-store';
import type { ObjectStore } from '@solvent/object-store';
import { changed, rawZip, zipOf } from '../../../testing/archives.ts';
import { temporaryFolder } from '../../../testing/server-process.ts';
import { ArchiveRefusal } from './archive-refusal.ts';
import { checkArchive } from './check-archive.ts';
import { MODULE_LIMITS } from './limits.ts';

const folder = temporaryFolder();
const store = openFolder(folder.path);
afterAll(() => folder.remove());

const MIB = 1024 * 1024;
let count = 0;

async function check(archive: Buffer, limits = MODULE_LIMITS) {
  count += 1;
  const key = `archives/${count}`;
  await store.put(key, archive);
  return checkArchive(store, { key, size: archive.length }, limits);
}

/** Why it is refused. */
async function refusal(archive: Buffer | Promise<Buffer>, limits = MODULE_LIMITS): Promise<string> {
  const error: unknown = await check(await archive, limits).catch((reason: unknown) => reason);
  if (!(error instanceof ArchiveRefusal)) throw new Error(`It was not refused: ${String(error)}`);
  return error.message;
}

describe('an honest archive', () => {
  it('passes with folders, empty files, names of all languages, and files larger than a block', async () => {
    const files = { 'README.md': '# Hello', 'src/日本語.ts': 'export {};', 'src/empty': '', 'data.bin': randomBytes(2 * MIB) };
    expect(await check(await zipOf(files))).toEqual([]);
    expect(
      await check(
        rawZip([
          { path: 'src/', mode: 0o040_755, method: 0 },
          { path: 'src/a.ts', content: 'a' },
        ]),
      ),
    ).toEqual([]);
  });

  it('passes with as many files as may be, and a small file that packs well', async () => {
    expect(await check(rawZip(Array.from({ length: 5000 }, (_, index) => ({ path: `${index}.txt`, content: 'x' }))))).toEqual([]);
    expect(await check(await zipOf({ 'zeros.json': '0'.repeat(900_000) }))).toEqual([]);
  });
});

describe('what is refused, with what to change (product 9.14)', () => {
  it.each<[what: string, archive: () => Buffer | Promise<Buffer>, reason: RegExp]>([
    ['nothing at all', () => Buffer.alloc(0), /^This file is not a zip archive, .* Make the archive again/],
    ['a text', () => Buffer.from('no zip'), /^This file is not a zip archive/],
    ['a page', () => Buffer.from('<html>'.repeat(1000)), /^This file is not a zip archive/],
    ['half a zip', async () => (await zipOf({ a: 'a'.repeat(9000) })).subarray(0, 60), /^This file is not a zip archive/],
    [
      'a program that ends in a zip',
      async () => Buffer.concat([Buffer.from('MZ\0\0'), await zipOf({ a: 'a' })]),
      /not a zip archive/,
    ],
    ['an empty zip', () => zipOf({}), /^The archive is empty\. Put the files/],
    ['folders alone', () => rawZip([{ path: 'src/', method: 0 }]), /^The archive is empty/],
    ['a way out', () => rawZip([{ path: '../../etc/cron' }]), /“\.\.\/\.\.\/etc\/cron” leads out of .* without “\.\.”/],
    ['a way out in the middle', () => rawZip([{ path: 'a/../../b' }]), /leads out of the module's folder/],
    ['an absolute path', () => rawZip([{ path: '/etc/passwd' }]), /“\/etc\/passwd” is absolute: .* from inside that folder/],
    ['a drive', () => rawZip([{ path: 'C:/Windows/a' }]), /“C:\/Windows\/a” is absolute/],
    ['backslashes', () => rawZip([{ path: '..\\..\\a' }]), /has a backslash\. Make the archive with a program/],
    ['a line break in a name', () => rawZip([{ path: 'a\nb' }]), /“a�b” holds a character .* Rename the file/],
    ['no name', () => rawZip([{ path: '' }]), /has no name/],
    ['a path without an end', () => rawZip([{ path: 'a/'.repeat(300) }]), /is longer than 400 characters\. Shorten/],
    [
      'a symbolic link',
      () => rawZip([{ path: 'a', content: '/etc/passwd', mode: 0o120_777 }]),
      /“a” is a symbolic link\. Put the file/,
    ],
    ['a device', () => rawZip([{ path: 'a', mode: 0o020_666 }]), /“a” is neither a file nor a folder/],
    ['a password', () => rawZip([{ path: 'a', content: 'a', flags: 1 }]), /encrypted\. Make it again without a password/],
    [
      'strong encryption',
      () => rawZip([{ path: 'a', content: 'a', flags: 0x41 }]),
      /encrypted\. Make it again without a password/,
    ],
    ['another method', () => rawZip([{ path: 'a', content: 'a', method: 14 }]), /Make an ordinary zip \(Deflate\)/],
    ['a name twice', () => rawZip([{ path: 'a' }, { path: 'a' }]), /holds “a” twice\. Keep one/],
    ['another name inside', () => rawZip([{ path: 'a', localPath: '../b' }]), /calls “a” something else/],
    [
      'a zip in the zip',
      async () => zipOf({ 'more.zip': await zipOf({ a: 'a' }) }),
      /“more\.zip” is an archive inside the archive\. Unpack it/,
    ],
    ['one under another name', async () => zipOf({ 'more.txt': await zipOf({ a: 'a' }) }), /“more\.txt” is an archive inside/],
    ['a gzip', () => zipOf({ 'a.tgz': Buffer.from('1f8b0800', 'hex') }), /“a\.tgz” is an archive inside/],
    [
      '5,001 files',
      () => rawZip(Array.from({ length: 5001 }, (_, i) => ({ path: `${i}` }))),
      /5,001 files and folders: at most 5,000/,
    ],
    ['files that are not counted', () => rawZip([{ path: 'a' }, { path: '../b' }], { count: 1 }), /its table of contents hides/],
    ['more than it says', () => rawZip([{ path: 'a', content: 'x'.repeat(5000), size: 10 }]), /“a” has another size than/],
    ['less than it says', () => rawZip([{ path: 'a', content: 'x', size: 10 }]), /“a” has another size than/],
    [
      'a stored file of another size',
      () => rawZip([{ path: 'a', content: 'xyz', size: 1, method: 0 }]),
      /“a” has another size than/,
    ],
    ['a wrong checksum', () => rawZip([{ path: 'a', content: 'x', sum: 1 }]), /“a” cannot be unpacked: the archive is damaged/],
    [
      'content that is none',
      () => changed(rawZip([{ path: 'a', content: 'x'.repeat(99) }]), 'a', 1, 0xffffffff),
      /“a” cannot be unpacked/,
    ],
    [
      'content beyond the end',
      () => changed(rawZip([{ path: 'a', content: 'x' }]), 'PK\x01\x02', 20, 0xffffff),
      /not a zip archive, or a part/,
    ],
    [
      'a table of contents elsewhere',
      () => changed(rawZip([{ path: 'a' }]), 'PK\x05\x06', 16, 0xfffffff),
      /not a zip archive, or a part/,
    ],
  ])('%s', async (_what, archive, reason) => {
    expect(await refusal(archive())).toMatch(reason);
  });

  it('a bomb by what it says, before anything of it is unpacked', async () => {
    const zeros = Buffer.alloc(4 * MIB);
    expect(await refusal(rawZip([{ path: 'a', content: zeros }]))).toMatch(
      /^The archive unpacks to more than 100 times its size/,
    );
    expect(await refusal(rawZip([{ path: 'a', content: 'x', size: 0xf0000000 }]))).toMatch(
      /^Unpacked, the archive has 3,840 MB or more: at most 300 MB are taken\. Leave out/,
    );
  });

  it('a bomb that lies of its size, as soon as it does', async () => {
    const bomb = rawZip([{ path: 'a', content: Buffer.alloc(64 * MIB), size: 1000 }]);
    expect(await refusal(bomb)).toMatch(/“a” has another size than/);
  });

  it('a bomb of many small files', async () => {
    const noise = randomBytes(64 * 1024);
    const files = Array.from({ length: 40 }, (_, index) => ({ path: `${index}`, content: noise, method: 0 }));
    expect(await refusal(rawZip(files), { ...MODULE_LIMITS, unpackedMaxBytes: 2 * MIB })).toMatch(/at most 2 MB are taken/);
  });
});

describe('the store', () => {
  it('that fails is no fault of the archive', async () => {
    const archive = await zipOf({ a: 'a' });
    await expect(checkArchive(store, { key: 'gone', size: archive.length })).rejects.toThrow('is not there');
  });

  it.each([0, 8])(
    'is asked for ranges, and wherever it fails that is no fault of the archive either (method %i)',
    async (method) => {
      const archive = rawZip([{ path: 'a', content: randomBytes(4 * MIB), method }]);
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
      expect(await checked()).toEqual([]);
      expect(Math.max(...ranges)).toBeLessThan(MIB);
      expect(ranges.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(archive.length * 1.2);
      for (failsAt = ranges.length - 1; failsAt >= 0; failsAt -= 1) {
        ranges = [];
        await expect(checked()).rejects.toThrow('It does not answer');
      }
    },
  );
});
