import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { phases } from './phases.mjs';
import { ROOT } from './root.mjs';
import { runStep } from './run-step.mjs';
import { StartError } from './start-error.mjs';

/** The installed lockfile. pnpm writes it after the packages, so that a manual `pnpm install` counts, too. */
const INSTALLED = join(ROOT, 'node_modules/.pnpm/lock.yaml');

const isInstalled = () => existsSync(INSTALLED) && readFileSync(INSTALLED).equals(readFileSync(join(ROOT, 'pnpm-lock.yaml')));

/** The package manager that package.json pins, with arguments. @param {(line: string) => void} [onLine] */
function pnpm(args, onLine) {
  const { packageManager } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const [version] = packageManager.split('+'); // a hash may follow
  return runStep(['npx', '--yes', version, ...args], { env: { CI: 'true' }, onLine });
}

/** @param {string[]} args of `pnpm install` @param {(line: string) => void} [onLine] */
async function installWith(args, onLine) {
  const { code, output } = await pnpm(['install', ...args], onLine);
  if (code !== 0)
    throw new StartError(
      `${output}\nThe packages could not be installed: see above, check the connection to the registry and try again.`,
    );
}

/** Installs the packages that the lockfile names, unless they are there. */
export async function install() {
  if (isInstalled()) return;
  await phases.run('Installing packages', (report) => installWith(['--frozen-lockfile'], report));
}

/** Lets a new package of the workspace find its libraries: they are installed already, so that none is fetched. */
export const linkPackages = () => installWith(['--no-frozen-lockfile', '--prefer-offline']);
