import { rmSync } from 'node:fs';
import { mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkRemote } from './new-remote/check-remote.mjs';
import { copyWorkspace } from './new-remote/copy-workspace.mjs';
import { runIn } from './new-remote/run-in.mjs';
import { seePage } from './new-remote/see-page.mjs';
import { seeRefusal, shipRemote } from './new-remote/ship-remote.mjs';
import { findBrowser } from './setup/browser.mjs';
import { Services } from './setup/services.mjs';
import { freePort } from './setup/settings.mjs';
import { runMain } from './setup/start-error.mjs';
import { untilStopped } from './setup/until-stopped.mjs';
import { NO_SETTINGS } from './test/no-settings.mjs';

/** A name that no remote has. */
const NAME = 'trial-run';
const TITLE = 'Trial Run';

/** From its sources to the composed product, and a look at it there. */
async function seeInProduct(services, workspace, env) {
  await shipRemote(services, workspace, NAME, env);
  await seePage({ browser: env.CHROMIUM_PATH, address: env.E2E_URL, path: `/${NAME}`, heading: TITLE });
}

/** Waits for all: otherwise, the others would start processes that nothing stops. @throws the first failure */
async function waitForAll(works) {
  const failed = (await Promise.allSettled(works)).find(({ status }) => status === 'rejected');
  if (failed) throw failed.reason;
}

/**
 * `npm test -- --only new-remote`: makes a remote with the generator, in a copy of the workspace, holds it to what all code is held to,
 * and takes it to a browser: build, publish, promote. Then it is broken, and its next version has to be refused. Needs the builds ("pnpm build").
 */
async function main() {
  const begun = performance.now();
  const workspace = await realpath(await mkdtemp(join(tmpdir(), 'solvent-new-remote-')));
  // At the exit, since that is how a person ends it, too.
  process.once('exit', () => rmSync(workspace, { recursive: true, force: true, maxRetries: 5 }));
  await copyWorkspace(workspace, { builds: true });
  const services = new Services();
  const ports = { PORT: String(await freePort()), IDENTITY_PORT: String(await freePort()) };
  const smoke = { E2E_URL: `http://localhost:${ports.PORT}`, CHROMIUM_PATH: await findBrowser() };
  const env = { ...NO_SETTINGS, ...ports, ...smoke, DATA_DIR: join(workspace, '.data'), LOG_LEVEL: 'warn' };
  await untilStopped(services, async () => {
    // The generator installs: what the workspace has already comes out of the package manager's store.
    await runIn(workspace, ['node', 'scripts/new-remote.mjs', NAME]);
    await waitForAll([checkRemote(workspace, NAME), seeInProduct(services, workspace, env)]);
    await seeRefusal(workspace, NAME, env);
  });
  const seconds = ((performance.now() - begun) / 1000).toFixed(0);
  process.stdout.write(`A new remote keeps every rule of the workspace and is a page of the product (${seconds} s).\n`);
}

await runMain(main);
