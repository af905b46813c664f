import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runIn } from './run-in.mjs';
import { StartError } from '../setup/start-error.mjs';

const DELIVERY = ['node', 'delivery/dist/main.js'];
/** Remotes that the smoke tests pass, besides the new one. */
const LIVE = ['shell', 'marketplace', 'messaging', 'toolbox', 'auth'];

/** Pages that no smoke test may let pass, by name: what each throws is its own name. */
const BROKEN = {
  'on-render': `export function Component() { throw new Error('on-render is broken'); }`,
  'on-load': `throw new Error('on-load is broken');\nexport const Component = () => null;`,
  'in-effect': `import { useEffect } from 'react';
export function Component() {
  useEffect(() => { throw new Error('in-effect is broken'); }, []);
  return <h1>It stands for a moment</h1>;
}`,
};

/** The product of a workspace as it is built, without the remote. */
async function startProduct(services, workspace, env) {
  await runIn(workspace, [...DELIVERY, 'deploy', ...LIVE], { env });
  const about = { cwd: workspace, env: { ...env, SEED: 'demo', RATE_LIMIT_FACTOR: '1000' }, quiet: true };
  services.start('The identity emulator', ['dev/identity/dist/main.js'], about);
  services.start('The API', ['api/dist/main.js'], about);
  await services.ready(`http://127.0.0.1:${env.PORT}/api/health/ready`);
}

/**
 * Does what a team does with a remote: builds it, smoke-tests and publishes it, and promotes it while the product runs.
 *
 * @param {import('../setup/services.mjs').Services} services the product is among them afterwards
 * @param {string} workspace its folder @param {string} name of the remote
 * @param {{ PORT: string, IDENTITY_PORT: string, DATA_DIR: string, E2E_URL: string, CHROMIUM_PATH: string }} env of the product
 */
export async function shipRemote(services, workspace, name, env) {
  const folder = `mf-${name}`;
  await runIn(workspace, ['rspack', 'build'], { folder });
  await startProduct(services, workspace, env);
  await runIn(workspace, [...DELIVERY, 'publish', name], { env });
  const { version } = JSON.parse(await readFile(join(workspace, folder, 'dist/remote.json'), 'utf8'));
  await runIn(workspace, [...DELIVERY, 'promote', `${name}@${version}`, '--why', 'A new remote'], { env });
}

/** Gives a remote a page for each fault. */
async function breakRemote(folder, name) {
  const described = JSON.parse(await readFile(join(folder, 'remote.json'), 'utf8'));
  const names = Object.keys(BROKEN);
  described.paths.push(...names.map((page) => ({ path: `/${name}/${page}`, page, title: 'Broken' })));
  await writeFile(join(folder, 'remote.json'), JSON.stringify(described));
  const pages = join(folder, 'src/features/broken');
  await mkdir(pages);
  for (const [page, code] of Object.entries(BROKEN)) await writeFile(join(pages, `${page}.tsx`), code);
  const loaders = names.map((page) => `'${page}': () => import('./features/broken/${page}.tsx'),`);
  const entry = join(folder, 'src/remote.tsx');
  await writeFile(entry, (await readFile(entry, 'utf8')).replace('pages: {', `pages: {${loaders.join('\n')}`));
}

/**
 * Breaks a remote of a workspace with a running product, and checks that the smoke tests of a publish refuse it and name each
 * broken page with its error. The build is named by its folder, because a publish from the workspace would already refuse its
 * sources.
 *
 * @param {string} workspace its folder @param {string} name of the remote @param {Parameters<typeof shipRemote>[3]} env of the product
 * @throws StartError with what it said, where it does not
 */
export async function seeRefusal(workspace, name, env) {
  const folder = `mf-${name}`;
  await breakRemote(join(workspace, folder), name);
  await runIn(workspace, ['rspack', 'build'], { folder });
  const output = await runIn(workspace, [...DELIVERY, 'publish', name, '--dist', join(workspace, folder, 'dist')], { env }).then(
    () => 'It was published.',
    ({ message }) => message,
  );
  const missed = Object.keys(BROKEN).filter((page) => !new RegExp(`/${name}/${page} fails: .*${page} is broken`).test(output));
  if (missed.length > 0) throw new StartError(`The smoke tests do not report the pages ${missed.join(', ')}:\n${output}`);
}
