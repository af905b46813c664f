import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../../scripts/setup/root.mjs';

const execute = promisify(execFile);

/** Deploys all builds to a separate release store. @param folder data folder of the server that serves it */
export async function deployBuilds(folder: string): Promise<void> {
  const env = { PATH: process.env['PATH'], ENV_FILE: 'none', DATA_DIR: folder };
  await execute(process.execPath, [join(ROOT, 'delivery/dist/main.js'), 'deploy', '--why', 'To measure it'], { env });
}
