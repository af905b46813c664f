import { rmSync } from 'node:fs';
import { mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkRemote } from './new-remote/check-remote.mjs';
import { copyWorkspace } from './new-remote/copy-workspace.mjs';
import { runIn } from './new-remote/run-in.mjs';
import { checkPage } from './new-remote/see-page.mjs';
import { checkRefusal, shipRemote } from './new-remote/ship-remote.mjs';
import { findBrowser } from './setup/browser.mjs';
import { Services } from './setup/services.mjs';
import { freePort } from './setup/settings.mjs';
import { runMain } from './setup/start-error.mjs';
import { untilStopped } from './setup/until-stopped.mjs';
import { NO_SETTINGS } from './test/no-settings.mjs';

/** A name that no existing remote has. */
const NAME = 'trial-run';
const TITLE = 'Trial Run';

/** Builds and publishes the remote, and opens its page in the product. */
async function shipAndOpen(services, workspace, env) {
  await shipRemote(services, workspace, NAME, env);
  await checkPage({ browser: env.CHROMIUM_PATH, address: env.E2E_URL, path: `/${NAME}`, heading: TITLE });
}

/** Waits for all tasks, because a task that continues after a failure starts processes that nothing stops. @throws the first failure */
async function waitForAll(tasks) {
  const failed = (await Promise.allSettled(tasks)).find(({ status }) => status === 'rejected');
  if (failed) throw failed.reason;
}

/**
 * `npm test -- --only new-remote`: generates a remote in a copy of the workspace, runs all checks on it, builds, publishes and
 * promotes it, and opens it in a browser. Then breaks it, and checks that delivery refuses the broken version. Needs the builds ("pnpm
 * build").
 */
async function main() {
  const startedAt = performance.now();
  const workspace = await realpath(await mkdtemp(join(tmpdir(), 'solvent-new-remote-')));
  // On exit, which also covers an interruption by the user.
  process.once('exit', () => rmSync(workspace, { recursive: true, force: true, maxRetries: 5 }));
  await copyWorkspace(workspace, { builds: true });
  const services = new Services();
  const ports = { PORT: String(await freePort()), IDENTITY_PORT: String(await freePort()) };
  const smoke = { E2E_URL: `http://localhost:${ports.PORT}`, CHROMIUM_PATH: await findBrowser() };
  const env = { ...NO_SETTINGS, ...ports, ...smoke, DATA_DIR: join(workspace, '.data'), LOG_LEVEL: 'warn' };
  await untilStopped(services, async () => {
    await runIn(workspace, ['node', 'scripts/new-remote.mjs', NAME]);
    await waitForAll([checkRemote(workspace, NAME), shipAndOpen(services, workspace, env)]);
    await checkRefusal(workspace, NAME, env);
  });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  process.stdout.write(`A new remote passes all checks and runs in the product (${seconds} s).\n`);
}

await runMain(main);
