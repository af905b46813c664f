import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runIn } from './run-in.mjs';
import { StartError } from '../setup/start-error.mjs';

const DELIVERY = ['node', 'delivery/dist/main.js'];
/** The packages to make live first, which the smoke tests open together with the new remote. */
const LIVE_PACKAGES = ['shell', 'marketplace', 'messaging', 'toolbox', 'auth'];

/** Sources of broken pages by name, which the smoke tests must refuse. Each throws an error with its name. */
const BROKEN_PAGES = {
  'on-render': `export function Component() { throw new Error('on-render is broken'); }`,
  'on-load': `throw new Error('on-load is broken');\nexport const Component = () => null;`,
  'in-effect': `import { useEffect } from 'react';
export function Component() {
  useEffect(() => { throw new Error('in-effect is broken'); }, []);
  return <h1>Shown before the effect runs</h1>;
}`,
};

/** Starts the product from a workspace's builds, without the new remote. */
async function startProduct(services, workspace, env) {
  await runIn(workspace, [...DELIVERY, 'deploy', ...LIVE_PACKAGES], { env });
  const options = { cwd: workspace, env: { ...env, SEED: 'demo', RATE_LIMIT_FACTOR: '1000' }, quiet: true };
  services.start('The identity emulator', ['dev/identity/dist/main.js'], options);
  services.start('The API', ['api/dist/main.js'], options);
  await services.ready(`http://127.0.0.1:${env.PORT}/api/health/ready`);
}

/**
 * Starts the product, and ships a remote like a team: builds, publishes with smoke tests, and promotes it.
 *
 * @param {import('../setup/services.mjs').Services} services receives the product's services
 * @param {string} workspace folder of the workspace @param {string} name of the remote
 * @param {{ PORT: string, IDENTITY_PORT: string, DATA_DIR: string, E2E_URL: string, CHROMIUM_PATH: string }} env environment of the product
 */
export async function shipRemote(services, workspace, name, env) {
  const folder = `mf-${name}`;
  await runIn(workspace, ['rspack', 'build'], { folder });
  await startProduct(services, workspace, env);
  await runIn(workspace, [...DELIVERY, 'publish', name], { env });
  const { version } = JSON.parse(await readFile(join(workspace, folder, 'dist/remote.json'), 'utf8'));
  await runIn(workspace, [...DELIVERY, 'promote', `${name}@${version}`, '--why', 'A new remote'], { env });
}

/** Adds the broken pages to a remote. */
async function addBrokenPages(folder, name) {
  const description = JSON.parse(await readFile(join(folder, 'remote.json'), 'utf8'));
  const names = Object.keys(BROKEN_PAGES);
  description.paths.push(...names.map((page) => ({ path: `/${name}/${page}`, page, title: 'Broken' })));
  await writeFile(join(folder, 'remote.json'), JSON.stringify(description));
  const pages = join(folder, 'src/features/broken');
  await mkdir(pages);
  for (const [page, code] of Object.entries(BROKEN_PAGES)) await writeFile(join(pages, `${page}.tsx`), code);
  const loaders = names.map((page) => `'${page}': () => import('./features/broken/${page}.tsx'),`);
  const entry = join(folder, 'src/remote.tsx');
  await writeFile(entry, (await readFile(entry, 'utf8')).replace('pages: {', `pages: {${loaders.join('\n')}`));
}

/**
 * Adds broken pages to a remote, and checks that the smoke tests of a publish refuse it and report each page with its error. Passes
 * the build with --dist, because a publish from the workspace would already refuse the sources.
 *
 * @param {string} workspace folder of the workspace @param {string} name of the remote
 * @param {Parameters<typeof shipRemote>[3]} env environment of the product
 * @throws StartError with the output, if publish does not report all of them
 */
export async function checkRefusal(workspace, name, env) {
  const folder = `mf-${name}`;
  await addBrokenPages(join(workspace, folder), name);
  await runIn(workspace, ['rspack', 'build'], { folder });
  const output = await runIn(workspace, [...DELIVERY, 'publish', name, '--dist', join(workspace, folder, 'dist')], { env }).then(
    () => 'It was published.',
    ({ message }) => message,
  );
  const unreportedPages = Object.keys(BROKEN_PAGES).filter(
    (page) => !new RegExp(`/${name}/${page} fails: .*${page} is broken`).test(output),
  );
  if (unreportedPages.length > 0)
    throw new StartError(`The smoke tests do not report the pages ${unreportedPages.join(', ')}:\n${output}`);
}
