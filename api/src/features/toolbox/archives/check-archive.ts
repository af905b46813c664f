import { createHash } from 'node:crypto';
import { MODULE } from '@solvent/contracts';
import type { ReviewFinding } from '@solvent/contracts';
import type { ObjectStore } from '@solvent/object-store';
import { InvalidArchiveError, encryptedError } from './invalid-archive-error.ts';
import { SecretSearch } from './secret-search.ts';
import { StoredArchiveReader } from './stored-archive-reader.ts';
import type { StoredArchive } from './stored-archive-reader.ts';
import { findBackslashes, listEntries, openZip } from './central-directory.ts';
import { unpackEntry } from './unpack-entry.ts';

const NOT_A_ZIP = 'This file is not a zip archive, or it is incomplete. Create the archive again and upload it.';

interface ArchiveLimits {
  unpackedMaxBytes: number;
  entriesMax: number;
  /** Unpacked size divided by packed size. */
  ratioMax: number;
}

const MIB = 1024 ** 2;
const formatMegabytes = (bytes: number) => `${Math.ceil(bytes / MIB).toLocaleString('en-US')} MB`;

function checkUnpackedBytes(unpacked: number, packed: number, { unpackedMaxBytes, ratioMax }: ArchiveLimits): void {
  if (unpacked > unpackedMaxBytes)
    throw new InvalidArchiveError(
      `Unpacked, the archive has ${formatMegabytes(unpacked)} or more. The maximum is ${formatMegabytes(unpackedMaxBytes)}. Leave out dependencies and builds, such as node_modules.`,
    );
  // Small archives may compress very well.
  if (unpacked > MIB && unpacked > packed * ratioMax)
    throw new InvalidArchiveError(
      `The archive unpacks to more than ${ratioMax} times its size, like a zip bomb. Leave out large files with repeated content.`,
    );
}

function toArchiveError(error: unknown): InvalidArchiveError {
  if (error instanceof InvalidArchiveError) return error;
  const text = error instanceof Error ? error.message : '';
  if (text.includes('encryption')) return encryptedError();
  if (text.startsWith('multi-disk')) return new InvalidArchiveError('The archive is split into parts. Create a single archive.');
  return new InvalidArchiveError(NOT_A_ZIP);
}

interface ArchiveReport {
  findings: ReviewFinding[];
  /** Offsets of backslashes in names, written by old Windows tools. */
  backslashes: number[];
}

async function checkContent(bytes: StoredArchiveReader, limits: ArchiveLimits): Promise<ArchiveReport> {
  // An executable with an appended zip also opens as a zip.
  const signature = (await bytes.slice(0, Math.min(4, bytes.size))).toString('latin1');
  if (signature !== 'PK\x03\x04' && signature !== 'PK\x05\x06') throw new InvalidArchiveError(NOT_A_ZIP);
  const zip = await openZip(bytes);
  const [count, maxCount] = [zip.entryCount, limits.entriesMax].map((number) => number.toLocaleString('en-US'));
  if (zip.entryCount > limits.entriesMax)
    throw new InvalidArchiveError(
      `The archive has ${count} files and folders. The maximum is ${maxCount}. Leave out dependencies, such as node_modules.`,
    );
  const entries = await listEntries(bytes, zip);
  if (entries.every(({ path }) => path.endsWith('/')))
    throw new InvalidArchiveError('The archive is empty. Add the files of the module.');
  const declared = entries.reduce((sum, { entry }) => sum + entry.uncompressedSize, 0);
  checkUnpackedBytes(declared, bytes.size, limits);
  const secrets = new SecretSearch();
  let unpacked = 0;
  for (const entry of entries) {
    const search = secrets.startFile(entry.path);
    await unpackEntry(zip, entry, (chunk) => {
      unpacked += chunk.length;
      checkUnpackedBytes(unpacked, bytes.size, limits);
      search.write(chunk);
    });
    search.end();
  }
  return { findings: secrets.findings, backslashes: findBackslashes(entries) };
}

/** Checks the central directory, then inflates each entry without storing it. @throws InvalidArchiveError; the store's errors */
export async function checkArchive(
  store: ObjectStore,
  archive: StoredArchive,
  limits: ArchiveLimits = MODULE,
): Promise<ArchiveReport> {
  const bytes = new StoredArchiveReader(store, archive);
  try {
    return await checkContent(bytes, limits);
  } catch (error) {
    throw bytes.storeError ?? toArchiveError(error);
  }
}

/** Makes all programs extract the same files (product 5.17). @returns the new SHA-256, in hex */
export async function replaceBackslashes(store: ObjectStore, key: string, backslashes: number[]): Promise<string> {
  const content = await store.readAll(key);
  if (content === undefined) throw new Error('An archive was deleted while it was checked');
  for (const offset of backslashes) content.write('/', offset);
  await store.put(key, content);
  return createHash('sha256').update(content).digest('hex');
}
