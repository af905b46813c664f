import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './root.mjs';
import { runStep } from './run-step.mjs';
import { StartError } from './start-error.mjs';

/** Says which lockfile was installed whole. */
const STAMP = join(ROOT, 'node_modules/.solvent-installed');

const stampOf = () =>
  createHash('sha256')
    .update(readFileSync(join(ROOT, 'pnpm-lock.yaml')))
    .digest('hex');

const isInstalled = () => existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stampOf();

/** The package manager that package.json pins, with arguments. */
function pnpm(...args) {
  const { packageManager } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const [version] = packageManager.split('+'); // a hash may follow
  return runStep(['npx', '--yes', version, ...args], { env: { CI: 'true' } });
}

/** @param {string[]} args of `pnpm install` */
async function installWith(...args) {
  const { code, output } = await pnpm('install', ...args);
  if (code !== 0)
    throw new StartError(
      `${output}\nThe packages could not be installed: see above, check the connection to the registry and try again.`,
    );
  writeFileSync(STAMP, stampOf());
}

/** Installs the packages that the lockfile names, unless they are there. */
export async function install() {
  if (isInstalled()) return;
  process.stdout.write('Installing packages …\n');
  await installWith('--frozen-lockfile');
}

/** Lets a new package of the workspace find its libraries: they are installed already, so that none is fetched. */
export const linkPackages = () => installWith('--no-frozen-lockfile', '--prefer-offline');
