import type { ReviewFinding } from '@solvent/contracts';

const DEPENDENCIES = 'Users of the module install its dependencies. Leave this folder out.';
export const HISTORY = 'Old versions of your files may contain secrets that you removed. Leave this folder out.';
const OTHER = 'This does not belong in a module. Leave it out, as “npm pack” does.';

/** Folders that `npm pack` always leaves out, and the one that macOS adds to archives. */
const FOLDERS = new Map([
  ['node_modules', DEPENDENCIES],
  ['.git', HISTORY],
  ['.svn', HISTORY],
  ['.hg', HISTORY],
  ['CVS', HISTORY],
  ['__MACOSX', OTHER],
]);

// Windows and macOS ignore case: `.GIT` is a repository there.
const getReason = (name: string) => FOLDERS.get(name.startsWith('.') ? name.toLowerCase() : name);

/** Matches compressed old versions of files in a repository, in which secrets cannot be searched. */
const OLD_VERSION = new RegExp(
  [
    String.raw`(?:^|/)(?:[^/]*\.git/(?:.*/)?objects|\.svn/(?:.*/)?(?:pristine|text-base)|\.hg/store)/.*[^/]$`,
    // A bare repository may have any name, but its objects do not.
    String.raw`(?:^|/)objects/(?:pack/pack-[\da-f]{40,64}\.pack|[\da-f]{2}/[\da-f]{38,62})$`,
  ].join('|'),
  'is',
);

export const isOldVersion = (path: string): boolean => OLD_VERSION.test(path);

/** Files that `npm pack` always leaves out, except lock files, which builds from source need. */
const FILES = /^(?:\.npmrc|\.DS_Store|\._.*|\..*\.swp|.*\.orig|npm-debug\.log|\.lock-wscript|\.wafpickle-.*|config\.gypi)$/s;

/** @returns a finding about the file, or about the outermost folder to leave out (product 4.17) */
export function findExcluded(path: string): ReviewFinding | undefined {
  const names = path.split('/');
  let index = names.findIndex((name) => getReason(name) !== undefined);
  let text = getReason(names[index] ?? '');
  if (text === undefined && isOldVersion(path)) {
    index = Math.max(0, names.findLastIndex((name) => name.toLowerCase() === 'objects') - 1);
    text = HISTORY;
  }
  if (text !== undefined) {
    const folder = names.slice(0, index + 1).join('/');
    return { path: index + 1 < names.length ? `${folder}/` : folder, line: null, text };
  }
  return FILES.test(names.at(-1) ?? '') ? { path, line: null, text: OTHER } : undefined;
}
