import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findBoundaryViolations } from './check-sources.mjs';

let root;
beforeEach(async () => (root = await mkdtemp(join(tmpdir(), 'solvent-check-'))));
afterEach(() => rm(root, { recursive: true }));

async function write(files) {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
}

it('finds folders of a remote that lead to each other, with the lines of the imports', async () => {
  await write({
    'package.json': '{ "name": "workspace" }',
    'mf-reports/package.json': '{ "name": "@solvent/mf-reports" }',
    'mf-reports/src/list/list.ts':
      "// A list.\nimport { heading } from '../detail/heading.ts';\n\nexport const list = heading;\n",
    'mf-reports/src/detail/heading.ts': "export const heading = 'Report';\n",
    'mf-reports/src/detail/detail.ts': "import { list } from '../list/list.ts';\n\nexport const detail = list;\n",
  });
  expect(await findBoundaryViolations('mf-reports', root)).toEqual(
    [
      ['mf-reports/src/detail/detail.ts:1', 'mf-reports/src/detail/detail.ts → mf-reports/src/list/list.ts'],
      ['mf-reports/src/list/list.ts:2', 'mf-reports/src/list/list.ts → mf-reports/src/detail/heading.ts'],
    ].map(([at, imports]) => ({
      at,
      by: 'boundaries',
      message: `folder-cycle: ${imports}`,
      fix: expect.stringContaining('must not lead to each other'),
    })),
  );
});
