import { ArchiveRefusal, quoted } from './archive-refusal.ts';

/** What no path may be, and what is said then, with its name for `*`. */
const RULES: readonly [broken: RegExp, text: string][] = [
  [/^$/, 'A file in the archive has no name. Name every file, and make the archive again.'],
  // They cannot be unpacked everywhere.
  [/^.{401}/s, 'The path * is longer than 400 characters. Shorten names of files or folders.'],
  [
    /\\/,
    'The path * has a backslash. Make the archive with a program that separates folders by “/”, and use no backslash in names.',
  ],
  [
    /^(?:\/|[a-z]:)/i,
    "The path * is absolute: it would be unpacked outside the module's folder. Make the archive from inside that folder.",
  ],
  [
    /(?:^|\/)\.\.(?:\/|$)/,
    "The path * leads out of the module's folder. Make the archive from inside that folder, without “..” in it.",
  ],
  // Control characters, and those that turn the direction of what follows, so that a name reads as another.
  [/[\p{Cc}\u202A-\u202E\u2066-\u2069]/u, 'The name * holds a character that cannot stand in names of files. Rename the file.'],
];

/** Holds a path, as the archive writes it, to the rules. @throws ArchiveRefusal */
export function checkPath(path: string): void {
  for (const [broken, text] of RULES) if (broken.test(path)) throw new ArchiveRefusal(text.replace('*', () => quoted(path)));
}

/** A name as machines compare it that know no capitals, and with each accent written in one way. */
const keyOf = (path: string): string =>
  path
    .normalize('NFC')
    .toLowerCase()
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/');

const isFolder = (path: string) => path.endsWith('/');

/** Each file and folder must be one of its own wherever the archive is unpacked, and no file may lie in a file. @throws ArchiveRefusal */
export function checkNames(paths: string[]): void {
  const known = new Map<string, string>();
  for (const path of paths) {
    const key = keyOf(path);
    if (key === '' && !isFolder(path)) throw new ArchiveRefusal(`${quoted(path)} is no name of a file. Leave it out.`);
    const other = known.get(key);
    if (other === path) throw new ArchiveRefusal(`The archive holds ${quoted(path)} twice. Keep one of them.`);
    if (other !== undefined)
      throw new ArchiveRefusal(`${quoted(other)} and ${quoted(path)} are the same file on many machines. Rename one of them.`);
    known.set(key, path);
  }
  for (const [key, path] of known)
    for (let end = key.lastIndexOf('/'); end > 0; end = key.lastIndexOf('/', end - 1)) {
      const above = known.get(key.slice(0, end));
      if (above !== undefined && !isFolder(above))
        throw new ArchiveRefusal(`${quoted(above)} is a file, and ${quoted(path)} lies in it. Rename one of them.`);
    }
}
