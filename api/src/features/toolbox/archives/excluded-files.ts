import type { ReviewFinding } from '@solvent/contracts';

const DEPENDENCIES = 'Whoever uses the module installs its dependencies. Leave this folder out.';
export const HISTORY = 'Old versions of your files may hold secrets that you have removed since. Leave this folder out.';
const OTHER = 'This does not belong in a module, and “npm pack” leaves it out. Leave it out, too.';

/** Folders that `npm pack` always leaves out, and the one that macOS adds to archives. */
const FOLDERS = new Map([
  ['node_modules', DEPENDENCIES],
  ['.git', HISTORY],
  ['.svn', HISTORY],
  ['.hg', HISTORY],
  ['CVS', HISTORY],
  ['__MACOSX', OTHER],
]);

/** Windows and macOS ignore case: `.GIT` is a repository there. */
const getReason = (name: string) => FOLDERS.get(name.startsWith('.') ? name.toLowerCase() : name);

/** Old versions of files in such a folder or in a bare repository, packed in a way that hides what they hold. */
const OLD_VERSION = new RegExp(
  [
    String.raw`(?:^|/)(?:[^/]*\.git/(?:.*/)?objects|\.svn/(?:.*/)?(?:pristine|text-base)|\.hg/store)/.*[^/]$`,
    // A bare repository may have any name, but its objects do not.
    String.raw`(?:^|/)objects/(?:pack/pack-[\da-f]{40,64}\.pack|[\da-f]{2}/[\da-f]{38,62})$`,
  ].join('|'),
  'is',
);

/** Whether a file is an old version of others, so that it may hold a secret unseen. */
export const isOldVersion = (path: string): boolean => OLD_VERSION.test(path);

/** Files that `npm pack` always leaves out. Lock files are none of them here: they help who builds the module from its sources. */
const FILES = /^(?:\.npmrc|\.DS_Store|\._.*|\..*\.swp|.*\.orig|npm-debug\.log|\.lock-wscript|\.wafpickle-.*|config\.gypi)$/s;

/**
 * What an archive should not contain (product 4.17).
 * @returns a finding about the file, or about the outermost folder that should be left out with it
 */
export function excludedBy(path: string): ReviewFinding | undefined {
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
