import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

it('smoke tests whose product does not start print why, and exit as not run', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'solvent-run-'));
  try {
    const file = join(folder, 'file');
    await writeFile(file, '');
    const { E2E_URL: _url, E2E_PORT: _port, E2E_IDENTITY_PORT: _identityPort, ...rest } = process.env;
    const env = { ...rest, E2E_DATA_DIR: join(file, 'data') };
    const run = execute(process.execPath, ['run.mjs', '--config', 'smoke.config.ts'], { cwd: import.meta.dirname, env });
    await expect(run).rejects.toMatchObject({
      code: 2,
      stdout: expect.stringMatching(/\[WebServer\] The data folder .* cannot be written: .*\n[^]*was not able to start/),
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});
