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

/** Installs the packages that the lockfile names, unless they are there. */
export async function install() {
  if (isInstalled()) return;
  process.stdout.write('Installing packages …\n');
  const { packageManager } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const [version] = packageManager.split('+'); // a hash may follow
  const { code, output } = await runStep(['npx', '--yes', version, 'install', '--frozen-lockfile'], { env: { CI: 'true' } });
  if (code !== 0)
    throw new StartError(
      `${output}\nThe packages could not be installed: see above, check the connection to the registry and try again.`,
    );
  writeFileSync(STAMP, stampOf());
}
