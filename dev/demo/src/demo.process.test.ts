import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../../../scripts/setup/root.mjs';
import { loadDemo } from '../../../api/src/demo.ts';
import { problems } from '../../../api/src/schema/index.ts';
import { buildApi } from '../../../api/src/testing/server-process.ts';
import type { BuiltApi } from '../../../api/src/testing/server-process.ts';
import { createTestApp } from '../../../api/src/testing/test-app.ts';
import { readDemoData } from './data.ts';

const builds: BuiltApi[] = [];
afterAll(() => {
  for (const build of builds) build.remove();
});

/** Builds the demo program. @returns the folder of the build */
async function builtIn(folder: string): Promise<string> {
  const built = await buildApi(join(ROOT, folder));
  builds.push(built);
  return built.folder;
}

describe('the demo data as it is built', () => {
  it('is loaded by a server that is to have it, and tops up the problems to as many as are asked for', async () => {
    const demo = await loadDemo(join(await builtIn('dev/demo'), 'demo.js'));
    const test = await createTestApp();
    const seed = (count: number) => demo.seed({ ...test.ports, minProblems: count });
    expect(await seed(0)).toBe(true);
    const first = await test.db.$count(problems);
    expect(first).toBe((await readDemoData()).problems.length);
    expect(await seed(first)).toBe(false);
    expect(await seed(first + 20)).toBe(true);
    expect(await test.db.$count(problems)).toBe(first + 20);
    const { status } = await test.request('GET', '/api/modules/dark-mode/download');
    expect(status).toBe(200);
    await test.close();
  });

  it('is missed by its name where it was not built', async () => {
    await expect(loadDemo(join(ROOT, 'not-there.js'))).rejects.toThrow(
      'SEED is demo, and the demo data is not built here: run "pnpm build" first, or set SEED to none.',
    );
  });

  it('is no part of the server that production runs', async () => {
    const server = await readFile(join(await builtIn('api'), 'main.js'), 'utf8');
    const { accounts, problems: demoProblems, modules } = await readDemoData();
    const values = [...accounts, ...demoProblems, ...modules].flatMap((one): unknown[] => Object.values(one));
    const texts = values.filter((value) => typeof value === 'string' && value.length > 12) as string[];
    expect(texts.length).toBeGreaterThan(200);
    expect(texts.filter((text) => server.includes(text))).toEqual(['seeker@solvent.dev', 'solver@solvent.dev']);
  });
});
