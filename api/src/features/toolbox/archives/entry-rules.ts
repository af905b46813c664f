import { ArchiveRefusal, quoted } from './archive-refusal.ts';

/** What the rules look at: one line of an archive's table of contents. */
export interface EntryHead {
  /** As the archive writes it, with its own separators. */
  path: string;
  /** Type and permissions as Unix has them; 0 where the archive says nothing of it. */
  mode: number;
  isEncrypted: boolean;
  /** 0: stored, 8: deflated. */
  method: number;
  /** Unpacked, as the archive says (bytes). */
  size: number;
}

/** Longer ones cannot be unpacked everywhere. */
const PATH_MAX = 400;
/** Control characters, and those that turn the direction of what follows, so that a name reads as another. */
const UNSAYABLE = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/u;
const TYPE = 0o170_000;
const FILE = 0o100_000;
const FOLDER = 0o040_000;
const LINK = 0o120_000;

/** Holds a path to the rules. @throws ArchiveRefusal */
export function checkPath(path: string): void {
  const name = quoted(path);
  if (path === '') throw new ArchiveRefusal('A file in the archive has no name. Name every file, and make the archive again.');
  if (path.length > PATH_MAX)
    throw new ArchiveRefusal(`The path ${name} is longer than ${PATH_MAX} characters. Shorten names of files or folders.`);
  if (path.includes('\\'))
    throw new ArchiveRefusal(
      `The path ${name} has a backslash. Make the archive with a program that separates folders by “/”, and use no backslash in names.`,
    );
  if (path.startsWith('/') || /^[a-z]:/i.test(path))
    throw new ArchiveRefusal(
      `The path ${name} is absolute: it would be unpacked outside the module's folder. Make the archive from inside that folder.`,
    );
  if (path.split('/').includes('..'))
    throw new ArchiveRefusal(
      `The path ${name} leads out of the module's folder. Make the archive from inside that folder, without “..” in it.`,
    );
  if (UNSAYABLE.test(path))
    throw new ArchiveRefusal(`The name ${name} holds a character that cannot stand in names of files. Rename the file.`);
}

function checkKind({ path, mode, isEncrypted, method, size }: EntryHead): void {
  const name = quoted(path);
  const type = mode & TYPE;
  if (type === LINK)
    throw new ArchiveRefusal(`${name} is a symbolic link. Put the file that it points to into the archive, in its place.`);
  if (type !== 0 && type !== FILE && type !== FOLDER)
    throw new ArchiveRefusal(`${name} is neither a file nor a folder. Leave it out of the archive.`);
  if (path.endsWith('/') && size > 0)
    throw new ArchiveRefusal(`${name} is a folder, and yet has content of its own. Make the archive again with another program.`);
  if (isEncrypted) throw encrypted();
  if (method !== 0 && method !== 8)
    throw new ArchiveRefusal(`${name} is packed by a method that many programs cannot unpack. Make an ordinary zip (Deflate).`);
}

/** The refusal of an archive with a password. */
export const encrypted = (): ArchiveRefusal => new ArchiveRefusal('The archive is encrypted. Make it again without a password.');

/** Holds a file or folder of an archive to the rules before it is unpacked. @throws ArchiveRefusal */
export function checkEntry(head: EntryHead): void {
  checkPath(head.path);
  checkKind(head);
}
