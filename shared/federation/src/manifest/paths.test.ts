/** @jest-environment node */
import { findPattern, matchesPattern, patternsCollide, patternsOverlap } from './path-pattern.ts';
import { isCompressible, isNamedByContent, pageFile, storeLayout } from './store-layout.ts';

describe('path patterns', () => {
  const owned = ['/toolbox', '/toolbox/:moduleId', '/toolbox/upload'].map((path) => ({ path }));

  it('prefers the pattern with fewer parameters and ignores a trailing slash', () => {
    expect(findPattern(owned, '/toolbox/upload/')).toEqual({ path: '/toolbox/upload' });
    expect(findPattern(owned, '/toolbox/abc')).toEqual({ path: '/toolbox/:moduleId' });
    expect(findPattern(owned, '/toolbox/abc/def')).toBeUndefined();
  });

  it('matches segment by segment', () => {
    expect(matchesPattern('/problems/:id', '/problems/1')).toBe(true);
    expect(matchesPattern('/problems/:id', '/problems')).toBe(false);
    expect(matchesPattern('/', '/')).toBe(true);
  });

  it.each(['//home', '///home', '/\\home', '/\\/home', '//', '/home//', 'home', 'http://other.example/home'])(
    'do not match %j, which browsers read as an address of another host, or which is another path',
    (path) => {
      for (const pattern of ['/', '/home', '/:name', '/:a/:b']) expect(matchesPattern(pattern, path)).toBe(false);
    },
  );

  it('finds two patterns that are each as good for one path', () => {
    expect(patternsCollide('/a/:id', '/a/:name')).toBe(true);
    expect(patternsCollide('/a/:x/c', '/a/b/:y')).toBe(true);
    expect(patternsCollide('/toolbox/upload', '/toolbox/:moduleId')).toBe(false);
    expect(patternsCollide('/a', '/b')).toBe(false);
    expect(patternsCollide('/a/:id', '/a/:id/b')).toBe(false);
  });

  it('finds two patterns that match the same path', () => {
    expect(patternsOverlap('/toolbox/upload', '/toolbox/:moduleId')).toBe(true);
    expect(patternsOverlap('/a/:x/c', '/a/b/:y')).toBe(true);
    expect(patternsOverlap('/toolbox', '/toolbox/:moduleId')).toBe(false);
    expect(patternsOverlap('/problems/:id', '/toolbox/:moduleId')).toBe(false);
  });
});

describe('the release store', () => {
  it('has a folder for each version and each revision of a channel', () => {
    expect(storeLayout.release('shell', '1.0.0-aa')).toBe('shell/1.0.0-aa');
    expect(storeLayout.release('toolbox', '1.0.0-bb')).toBe('remotes/toolbox/1.0.0-bb');
    expect(storeLayout.current('production')).toBe('channels/production/current.json');
    expect(storeLayout.revision('production', 3)).toBe('channels/production/revisions/3.json');
    expect(storeLayout.page('production', 3, 'home.html')).toBe('channels/production/pages/3/home.html');
  });

  it('has content-hashed files once for all versions', () => {
    expect(storeLayout.file('toolbox', '1.0.0-bb', 'list.0a1b2c3d4e.js')).toBe('remotes/toolbox/files/list.0a1b2c3d4e.js');
    expect(storeLayout.file('shell', '1.0.0-aa', 'inter-latin.0a1b2c3d4e5f.woff2')).toBe(
      'shell/files/inter-latin.0a1b2c3d4e5f.woff2',
    );
  });

  it.each([
    ['a fixed name', 'public/favicon.svg'],
    ['8 digits, as in older releases', 'list.0a1b2c3d.js'],
    ['digits that are no hexadecimal ones', 'list.0A1B2C3D4E.js'],
    ['no name before its digits', '0a1b2c3d4e.js'],
    ['a folder', 'fonts/inter.0a1b2c3d4e.woff2'],
    ['a folder in the way of another system', 'fonts\\inter.0a1b2c3d4e.woff2'],
    ['a compressed variant', 'list.0a1b2c3d4e.js.br'],
  ])('has a file with %s in the folder of its version', (_what, path) => {
    expect(isNamedByContent(path)).toBe(false);
    expect(storeLayout.file('toolbox', '1.0.0-bb', path)).toBe(`remotes/toolbox/1.0.0-bb/${path}`);
  });

  it('has compressed variants of text only', () => {
    expect(['a.js', 'a.css', 'public/a.svg', 'a.woff2', 'a.webp'].map(isCompressible)).toEqual([true, true, true, false, false]);
  });
});

it.each([
  ['/', 'index.html'],
  ['/home', 'home.html'],
  ['/problems/:id', 'problems-id.html'],
  ['/finishSignUp', 'finishSignUp.html'],
  ['/toolbox/upload', 'toolbox-upload.html'],
])('the page of a pattern %s is %s', (pattern, file) => {
  expect(pageFile(pattern)).toBe(file);
});
