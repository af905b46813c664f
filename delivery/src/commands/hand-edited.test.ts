import { readFile, writeFile } from 'node:fs/promises';
import { buildRemote } from '../testing/builds.ts';
import { openLiveWorkbench } from '../testing/workbench.ts';
import type { Workbench } from '../testing/workbench.ts';

const OLD = '1.0.0-remote01';
const NEW = '1.1.0-remote02';

let bench: Workbench;
beforeEach(async () => {
  bench = await openLiveWorkbench();
  await buildRemote(bench.root, 'toolbox', { version: NEW });
  await bench.run('publish', 'toolbox');
  await bench.run('promote', `toolbox@${NEW}`);
});
afterEach(() => bench.remove());

const POINTER = 'channels/production/current.json';
const REVISION = 'channels/production/revisions/2.json';
const PAGE = 'channels/production/pages/2/terms.html';

async function edit(key: string, change: (text: string) => string): Promise<void> {
  await writeFile(bench.stored(key), change(await readFile(bench.stored(key), 'utf8')));
}

const promoteAgain = () => bench.run('promote', `toolbox@${NEW}`);

it.each([
  ['names no number', '{"revision":"two"}', `${POINTER} names no revision.`],
  ['names what never was', '{"revision":99999999}', 'Revision 99999999 or its pages are not as they were made'],
])('a pointer that %s: status says so, and the next change puts it right', async (_what, text, said) => {
  await edit(POINTER, () => text);
  const { code, output } = await bench.run('status');
  expect(code).toBe(0);
  expect(output).toContain('production, revision 2,');
  expect(output).toContain(said);
  expect(output).toContain('The last good one is served: any promotion makes a new one.');
  await bench.run('overrides', 'versions', 'off');
  expect(await bench.readStored(POINTER)).toEqual({ revision: 3 });
  expect((await bench.run('status')).output).not.toContain('The last good one');
});

it('a page with a script in it: status says so, and promoting what is live makes the pages anew', async () => {
  await edit(PAGE, (text) => `${text}<script src="https://evil.example"></script>`);
  const { output } = await bench.run('status');
  expect(output).toContain('production, revision 1,');
  expect(output).toContain('Revision 2 or its pages are not as they were made');
  expect((await promoteAgain()).output).toContain('Revision 3 of production is live: pages made anew.');
  expect((await bench.run('status')).output).toContain(`toolbox    ${NEW}   before it ${OLD}`);
  expect((await promoteAgain()).output).toBe(`toolbox@${NEW} is live already (revision 3).\n`);
});

it('a revision that allows what nobody allowed: the next change does not take it over', async () => {
  await edit(REVISION, (text) => text.replace('"http://localhost"', '"https://evil.example"'));
  expect((await bench.run('status')).output).not.toContain('evil.example');
  await promoteAgain();
  const { output } = await bench.run('status');
  expect(output).toContain('production, revision 3,');
  expect(output).toContain(`toolbox    ${NEW}`);
  expect(output).toContain('overrides  http://localhost, published versions');
});

it('a revision whose entry lies on another machine: the next one names the release’s own', async () => {
  await edit(REVISION, (text) => text.replaceAll('"/remotes/toolbox/', '"https://evil.example/../'));
  await promoteAgain();
  expect(await readFile(bench.stored('channels/production/revisions/3.json'), 'utf8')).not.toContain('evil.example');
});

it('a release that describes nothing is named, with what to do', async () => {
  const key = `remotes/toolbox/${OLD}/release.json`;
  await edit(key, () => '{}');
  const { code, output } = await bench.run('promote', `toolbox@${OLD}`);
  expect(code).toBe(1);
  expect(output).toMatch(/^remotes\/toolbox\/1\.0\.0-remote01\/release\.json in the release store describes no release \(.+\): /);
  expect(output).toContain('Put it back from a copy of the store');
});
