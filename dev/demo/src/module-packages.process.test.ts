import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { fromBufferPromise } from 'yauzl';
import { readData } from './data.ts';
import { readEarlierPackage, readModulePackage, zipPackage } from './rows/archives.ts';

const run = promisify(execFile);
/** Keeps settings of this test run from the packages. */
const env = { PATH: process.env['PATH'] };

let project: string;
beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'solvent-test-module-'));
});
afterEach(() => rm(project, { recursive: true }));

/** Extracts an archive to the folder that `npm install ./<slug>` uses. @returns the folder */
async function install(slug: string, archive: Buffer): Promise<string> {
  const modules = join(project, 'node_modules');
  const zip = await fromBufferPromise(archive);
  for await (const entry of zip.eachEntry()) {
    const path = join(modules, entry.fileName);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, await buffer(await zip.openReadStreamPromise(entry)));
  }
  return join(modules, slug);
}

const block = (readme: string, language: string) => new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(readme)?.[1] ?? '';

interface Release {
  slug: string;
  version: string;
  pack(): Promise<Buffer>;
}

const RELEASES = (await readData('modules')).flatMap(({ slug, version, earlier = [] }): Release[] => [
  ...earlier.map((old) => ({
    slug,
    version: old.version,
    pack: async () => zipPackage(slug, await readEarlierPackage(slug, old.version, old.without)),
  })),
  { slug, version, pack: async () => zipPackage(slug, await readModulePackage(slug)) },
]);

describe.each(RELEASES)('$slug $version', ({ slug, version, pack }) => {
  it('installs, and does in a project what its documentation says', async () => {
    const folder = await install(slug, await pack());
    const about: unknown = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
    expect(about).toMatchObject({ name: slug, version, license: 'MIT' });
    const readme = await readFile(join(folder, 'README.md'), 'utf8');
    expect(readme).toContain(`npm install ./${slug}\n`);
    await writeFile(join(project, 'usage.mjs'), block(readme, 'js'));
    const { stdout } = await run(process.execPath, ['usage.mjs'], { cwd: project, env });
    expect(stdout).toBe(block(readme, 'text'));
  });

  it('passes its own tests', async () => {
    const folder = await install(slug, await pack());
    const { stdout } = await run(process.execPath, ['--test'], { cwd: folder, env });
    expect(stdout).toMatch(/^(?:#|ℹ) fail 0$/m);
    expect(stdout).not.toMatch(/^(?:#|ℹ) pass 0$/m);
  });
});
