/** @jest-environment node */
import { buildFileTree } from './file-tree.ts';

describe('the files of an archive (product 2.46)', () => {
  it('are nested folders, sorted by name, with their total count and size', () => {
    const root = buildFileTree([
      { path: 'kit/src/b.ts', size: 20 },
      { path: 'kit/README.md', size: 5 },
      { path: 'kit/src/a/deep.ts', size: 1 },
      { path: 'LICENSE', size: 3 },
    ]);
    expect(root).toMatchObject({ size: 29, count: 4, files: [{ name: 'LICENSE', size: 3 }] });
    expect(root.folders).toMatchObject([
      {
        name: 'kit',
        path: 'kit',
        count: 3,
        size: 26,
        files: [{ name: 'README.md' }],
        folders: [{ name: 'src', path: 'kit/src', count: 2, folders: [{ name: 'a', count: 1 }], files: [{ name: 'b.ts' }] }],
      },
    ]);
  });

  it('may be none or thousands', () => {
    expect(buildFileTree([])).toMatchObject({ count: 0, folders: [], files: [] });
    const many = Array.from({ length: 5000 }, (_, at) => ({ path: `${'d/'.repeat(at % 50)}${at}`, size: 1 }));
    expect(buildFileTree(many)).toMatchObject({ count: 5000, size: 5000 });
  });

  it('may be named like members of an object', () => {
    expect(buildFileTree([{ path: '__proto__/constructor', size: 1 }]).folders).toMatchObject([
      { name: '__proto__', files: [{ name: 'constructor' }] },
    ]);
  });
});
