import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { BuildFiles, RemoteBuild } from '@solvent/federation/manifest';
import { ROOT, runRspack } from '../src/setup/workspace.ts';

const FIXTURE = join(ROOT, 'e2e/fixtures/two-versions');
const DIST = join(ROOT, 'e2e/dist/two-versions');
const SITE = 'http://words.test';
const VERSIONS = ['1.0.0', '2.0.0'];

const listFiles = (version: string) => readdir(join(DIST, version));

async function readBuild(version: string): Promise<RemoteBuild> {
  const files = JSON.parse(await readFile(join(DIST, version, 'build-files.json'), 'utf8')) as BuildFiles; // the preset made it
  const metadata = { name: 'voices', contract: '^3.1.0', paths: [], slots: [], searches: [] };
  return { ...metadata, version, entry: `/files/${files.entry}`, integrity: '' };
}

test.beforeAll(async () => {
  await runRspack(join(ROOT, 'e2e'), ['--config', join(FIXTURE, 'rspack.config.mjs')]);
});

test('@full two versions of a remote in one page, loaded in the same tick, run their own code and share equal files (decision 0051)', async ({
  page,
}) => {
  const requested: string[] = [];
  await page.route(`${SITE}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    requested.push(pathname);
    if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: '<script src="/host.js"></script>' });
    const name = pathname.replace('/files/', '');
    const folders = pathname === '/host.js' ? ['host'] : VERSIONS;
    for (const folder of folders) {
      const body = await readFile(join(DIST, folder, name)).catch(() => undefined);
      if (body) return route.fulfill({ contentType: 'text/javascript', body });
    }
    return route.fulfill({ status: 404 });
  });
  await page.goto(SITE);
  const builds = await Promise.all(VERSIONS.map(readBuild));
  for (const order of [builds, builds.toReversed()]) {
    await page.reload();
    const exported = await page.evaluate(
      (given) => (globalThis as unknown as { loadTexts: (builds: unknown) => Promise<object> }).loadTexts(given),
      order,
    );
    const expectedTexts = (version: string) =>
      ['The words', 'Other words'].map(
        (metadata) => `${metadata} of ${version}, ending as ${version} does, and what is the same in all.`,
      );
    expect(exported).toEqual({ '1.0.0': expectedTexts('1.0.0'), '2.0.0': expectedTexts('2.0.0') });
  }
  const [first, second] = await Promise.all(VERSIONS.map(listFiles));
  const shared = (second ?? []).filter((file) => file.endsWith('.js') && first?.includes(file));
  expect(shared, 'what did not change is the same file').toHaveLength(2);
  for (const file of shared) expect(requested).toContain(`/files/${file}`);
});
