import { ArchiveRefusal, quoted } from './archive-refusal.ts';

/** What no path may be, and what is said then, with its name for the first `*`. */
const RULES: readonly [broken: RegExp, text: string][] = [
  [/^$/, 'A file in the archive has no name. Name every file, and make the archive again.'],
  // They cannot be unpacked everywhere.
  [/^.{401}/s, 'The path * is longer than 400 characters. Shorten names of files or folders.'],
  [
    /^(?:\/|[a-z]:)/i,
    "The path * is absolute: it would be unpacked outside the module's folder. Make the archive from inside that folder.",
  ],
  [
    /(?:^|\/)\.\.(?:\/|$)/,
    "The path * leads out of the module's folder. Make the archive from inside that folder, without “..” in it.",
  ],
  // Control and format characters, such as those that turn the direction, make a name read as another.
  [/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u, 'The name * holds a character that cannot stand in names of files. Rename the file.'],
  [/:/, 'The name * holds a “:”, which names a hidden part of a file on Windows. Rename the file.'],
  [
    /(?:^|\/)(?!\.{1,2}(?:\/|$))[^/]*[. ](?:\/|$)/,
    'A name in * ends with a dot or a space, which Windows removes. Rename the file or folder.',
  ],
  [
    /(?:^|\/)(?:con|prn|aux|nul|conin\$|conout\$|clock\$|(?:com|lpt)[\d¹²³]) *(?:\.[^/]*)?(?:\/|$)/i,
    'A name in * is that of a device on Windows. Rename the file or folder.',
  ],
];

/** A path of an old Windows tool, which separates folders by backslashes, with slashes. */
export const withSlashes = (path: string): string => path.replaceAll('\\', '/');

/** Holds a path, as the archive writes it, to the rules. @throws ArchiveRefusal */
export function checkPath(path: string): void {
  for (const [broken, text] of RULES) if (broken.test(path)) throw new ArchiveRefusal(text.replace('*', () => quoted(path)));
}

/**
 * A name as file systems compare it that ignore case, invisible characters, and in which way a character is written. Upper case
 * first: it unfolds what lower case keeps apart, such as ß and ss.
 */
const keyOf = (path: string): string =>
  path
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
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
