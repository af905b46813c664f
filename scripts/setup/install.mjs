import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { phases } from './phases.mjs';
import { ROOT } from './root.mjs';
import { runStep } from './run-step.mjs';
import { StartError } from './start-error.mjs';

/** Copy of the lockfile that pnpm writes after installing the packages. A manual `pnpm install` also writes it. */
const INSTALLED_LOCKFILE = join(ROOT, 'node_modules/.pnpm/lock.yaml');

const isInstalled = () =>
  existsSync(INSTALLED_LOCKFILE) && readFileSync(INSTALLED_LOCKFILE).equals(readFileSync(join(ROOT, 'pnpm-lock.yaml')));

/** Runs the pnpm version that package.json pins. @param {string[]} args @param {(line: string) => void} [onLine] */
function runPnpm(args, onLine) {
  const { packageManager } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const [version] = packageManager.split('+'); // a hash may follow
  return runStep(['npx', '--yes', version, ...args], { env: { CI: 'true' }, onLine });
}

/** @param {string[]} args of `pnpm install` @param {(line: string) => void} [onLine] */
async function installWith(args, onLine) {
  const { code, output } = await runPnpm(['install', ...args], onLine);
  if (code !== 0)
    throw new StartError(
      `${output}\nThe packages could not be installed: see above, check the connection to the registry and try again.`,
    );
}

/** Installs the packages of the lockfile, unless they are installed. */
export async function install() {
  if (isInstalled()) return;
  await phases.run('Installing packages', (report) => installWith(['--frozen-lockfile'], report));
}

/** Links the libraries of a new workspace package. Prefers installed versions to downloads. */
export const linkPackages = () => installWith(['--no-frozen-lockfile', '--prefer-offline']);
