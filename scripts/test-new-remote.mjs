import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { copyWorkspace } from './new-remote/copy-workspace.mjs';
import { seePage } from './new-remote/see-page.mjs';
import { runStep } from './setup/run-step.mjs';
import { Services } from './setup/services.mjs';
import { freePort } from './setup/settings.mjs';
import { runMain, StartError } from './setup/start-error.mjs';
import { untilStopped } from './setup/until-stopped.mjs';

const NAME = 'reports';
const FOLDER = `mf-${NAME}`;
const TITLE = 'Reports';

/** Runs in the copy: what it installs is its own. */
const INSTALL = "const { install } = await import('./scripts/setup/install.mjs'); await install();";

/** Runs a program in the copy. @throws StartError with what it said */
async function run(workspace, command, env = {}) {
  const path = `${join(workspace, 'node_modules/.bin')}:${process.env.PATH}`;
  const { code, output } = await runStep(command, { cwd: workspace, env: { PATH: path, ...env } });
  if (code !== 0) throw new StartError(`${command.join(' ')}\n${output}`);
  return output;
}

/** Starts the product of the copy as it is built, without the new remote. */
async function startProduct(services, workspace, env) {
  await run(workspace, ['node', 'delivery/dist/main.js', 'deploy'], env);
  const about = { cwd: workspace, env, quiet: true };
  services.start('The identity emulator', ['api/dist/identity-emulator.js'], about);
  services.start('The API', ['api/dist/main.js'], about);
  await services.ready(`http://127.0.0.1:${env.PORT}/api/health/ready`);
}

/** The generated code is held to what all code is held to. */
async function check(workspace) {
  await Promise.all([
    run(workspace, ['tsc', '-p', 'tsconfig.web.json']),
    run(workspace, ['oxlint', '--deny-warnings', FOLDER]),
    run(workspace, ['oxfmt', '--check', FOLDER]),
  ]);
  await run(workspace, ['node', 'scripts/boundaries.mjs']);
  const jest = ['jest', '--selectProjects', 'web', '--testPathPatterns', FOLDER];
  await run(workspace, jest, { NODE_OPTIONS: '--experimental-vm-modules' });
}

/** What a team does with it: build, publish, promote. */
async function ship(workspace, env) {
  await run(join(workspace, FOLDER), ['rspack', 'build']);
  const { version } = JSON.parse(await readFile(join(workspace, FOLDER, 'dist/remote.json'), 'utf8'));
  await run(workspace, ['node', 'delivery/dist/main.js', 'publish', NAME], env);
  await run(workspace, ['node', 'delivery/dist/main.js', 'promote', `${NAME}@${version}`, '--why', 'A new remote'], env);
}

/**
 * `pnpm test:new-remote`: makes a remote with the generator, in a copy of the workspace, and takes it from its first line to
 * the composed product: checks, tests, build, publish, promote, a browser. Needs the builds.
 */
async function main() {
  const workspace = await copyWorkspace();
  const services = new Services();
  const ports = { PORT: String(await freePort()), IDENTITY_PORT: String(await freePort()) };
  const env = { ...ports, DATA_DIR: join(workspace, '.data'), LOG_LEVEL: 'warn' };
  try {
    await untilStopped(services, async () => {
      await run(workspace, ['node', '--input-type=module', '--eval', INSTALL]);
      await startProduct(services, workspace, env);
      const begun = performance.now();
      await run(workspace, ['node', 'scripts/new-remote.mjs', NAME]);
      await ship(workspace, env);
      const address = `http://127.0.0.1:${env.PORT}`;
      await seePage({ workspace, address, path: `/${NAME}`, heading: TITLE });
      process.stdout.write(`From nothing to the composed product in ${((performance.now() - begun) / 1000).toFixed(1)} s.\n`);
      await check(workspace);
    });
  } finally {
    await rm(workspace, { recursive: true, force: true });
  }
}

await runMain(main);
