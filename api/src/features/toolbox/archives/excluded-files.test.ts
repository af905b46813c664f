import { findExcluded } from './secret-search.ts';

describe('files that do not belong in a module (product 4.17)', () => {
  it.each([
    ['node_modules/a/node_modules/b.js', 'node_modules/'],
    ['app/.git/HEAD', 'app/.git/'],
    ['app/.git', 'app/.git'],
    ['app/.Git/HEAD', 'app/.Git/'],
    ['__MACOSX/._a', '__MACOSX/'],
    ['.npmrc', '.npmrc'],
    ['src/.DS_Store', 'src/.DS_Store'],
    ['a.ts.orig', 'a.ts.orig'],
    ['.a.ts.swp', '.a.ts.swp'],
    ['npm-debug.log', 'npm-debug.log'],
  ])('include %s', (path, found) => {
    expect(findExcluded(path)).toMatchObject({ path: found, line: null });
  });

  it.each([
    'node_modules.md',
    'src/git/a.ts',
    'src/cvs/a.ts',
    'src/objects/4b/825d.ts',
    'x.git',
    'x.git/HEAD',
    'package-lock.json',
    '.gitignore',
    'a.original',
    'npmrc',
  ])('do not include %s', (path) => {
    expect(findExcluded(path)).toBeUndefined();
  });
});
