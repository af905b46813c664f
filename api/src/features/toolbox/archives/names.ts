import { cutText } from '@solvent/contracts';

/** The message describes what the author must change. */
export class InvalidArchiveError extends Error {
  override readonly name = 'InvalidArchiveError';
}

const MAX_QUOTED_LENGTH = 120;

/** Quotes a path without control or bidirectional characters, at limited length. */
export function quotePath(path: string): string {
  const plain = path.replaceAll(/\p{C}/gu, '�');
  return `“${plain.length > MAX_QUOTED_LENGTH ? `${cutText(plain, MAX_QUOTED_LENGTH, MAX_QUOTED_LENGTH)}…` : plain}”`;
}

export const encryptedError = () => new InvalidArchiveError('The archive is encrypted. Create it again without a password.');
export const hiddenFilesError = () =>
  new InvalidArchiveError(
    'The archive contains files that its table of contents does not list. Create it again with another program.',
  );

/** Patterns of invalid paths, and the message for each; the first `*` becomes the path. */
const RULES: readonly [pattern: RegExp, message: string][] = [
  [/^$/, 'A file in the archive has no name. Name every file, and create the archive again.'],
  // Some systems cannot extract longer paths.
  [/^.{401}/s, 'The path * is longer than 400 characters. Shorten names of files or folders.'],
  [
    /^(?:\/|[a-z]:)/i,
    "The path * is absolute: it would be unpacked outside the module's folder. Create the archive from inside that folder.",
  ],
  [
    /(?:^|\/)\.\.(?:\/|$)/,
    "The path * leads out of the module's folder. Create the archive from inside that folder, without “..” in it.",
  ],
  // Control and format characters, such as bidirectional ones, disguise a name.
  [/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u, 'The name * contains a character that is not allowed in file names. Rename the file.'],
  [/:/, 'The name * contains a “:”, which names a hidden part of a file on Windows. Rename the file.'],
  [
    /(?:^|\/)(?!\.{1,2}(?:\/|$))[^/]*[. ](?:\/|$)/,
    'A name in * ends with a dot or a space, which Windows removes. Rename the file or folder.',
  ],
  [
    /(?:^|\/)(?:con|prn|aux|nul|conin\$|conout\$|clock\$|(?:com|lpt)[\d¹²³]) *(?:\.[^/]*)?(?:\/|$)/i,
    'A name in * is that of a device on Windows. Rename the file or folder.',
  ],
];

export function checkPath(path: string): void {
  for (const [pattern, message] of RULES)
    if (pattern.test(path)) throw new InvalidArchiveError(message.replace('*', () => quotePath(path)));
}

/** Returns the same key for paths that some file system treats as the same file. Upper-casing first also unites pairs such as ß and ss. */
const toComparisonKey = (path: string): string =>
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

/** Checks that paths differ on every file system, and that no file is the folder of another. */
export function checkNames(paths: string[]): void {
  const known = new Map<string, string>();
  for (const path of paths) {
    const key = toComparisonKey(path);
    if (key === '' && !isFolder(path)) throw new InvalidArchiveError(`${quotePath(path)} is not a file name. Leave it out.`);
    const other = known.get(key);
    if (other === path) throw new InvalidArchiveError(`The archive contains ${quotePath(path)} twice. Keep one of them.`);
    const clash = `${quotePath(other ?? '')} and ${quotePath(path)} are the same file on many machines. Rename one of them.`;
    if (other !== undefined) throw new InvalidArchiveError(clash);
    known.set(key, path);
  }
  for (const [key, path] of known)
    for (let end = key.lastIndexOf('/'); end > 0; end = key.lastIndexOf('/', end - 1)) {
      const above = known.get(key.slice(0, end));
      if (above !== undefined && !isFolder(above))
        throw new InvalidArchiveError(`${quotePath(above)} is a file, and ${quotePath(path)} is inside it. Rename one of them.`);
    }
}
