import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assembleImage } from './image/assemble.mjs';
import { chownToConfinedUser, canCreateMounts, spawnConfined } from './image/confined.mjs';
import { waitUntilReady, checkPages, stopServer } from './image/see-server.mjs';
import { measureBytes, findChanges, setWritable, readState } from './image/tree.mjs';
import { freePort } from './setup/settings.mjs';
import { runMain, StartError } from './setup/start-error.mjs';
import { findPostgres } from './test/postgres-programs.mjs';
import { startPostgres } from './test/postgres-server.mjs';
import { findRedis } from './test/redis-programs.mjs';
import { startRedis } from './test/redis-server.mjs';

/** Settings of a deployment. No program calls Firebase, because no one signs in. */
const PRODUCTION_SETTINGS = {
  NODE_ENV: 'production',
  ENV_FILE: 'none',
  FIREBASE_PROJECT_ID: 'solvent-live',
  FIREBASE_API_KEY: 'key',
  FIREBASE_AUTH_DOMAIN: 'solvent.example',
  DELIVERY_USER: 'image',
  LOG_LEVEL: 'warn',
  // Replaces responses of Google, because the test must not depend on its network. The command "settings" requests public keys.
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(
    "const { fetch: realFetch } = globalThis; globalThis.fetch = async (to, init) => (String(to).startsWith('https://www.googleapis.com/') ? new Response('{}') : realFetch(to, init));",
  )}`,
};

/** Runs a program to its end. @throws StartError with its output, if it fails */
async function run(folders, args, env) {
  const child = spawnConfined(folders, args, env);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const code = await new Promise((done) => child.once('close', done));
  if (code !== 0) throw new StartError(`node ${args.join(' ')} ended with ${code} in the image's folder:\n${output}`);
}

/** Runs the steps of a deployment, and checks a server and a worker that run at the same time. */
async function runProduct(folders, settings) {
  await run(folders, ['api/dist/solvent.js', 'settings'], settings);
  await run(folders, ['delivery/dist/main.js', 'deploy', '--begin'], settings);
  const started = [];
  for (const [role, checkServer] of [
    ['web', checkPages],
    ['worker', waitUntilReady],
  ]) {
    const port = String(await freePort());
    const server = spawnConfined(folders, ['api/dist/main.js'], { ...settings, ROLE: role, PORT: port });
    process.once('exit', () => server.kill('SIGKILL'));
    started.push(server);
    await checkServer(server, `http://127.0.0.1:${port}`);
  }
  await Promise.all(started.map(stopServer));
}

/**
 * `npm test -- --only image`: assembles the files of deploy/Dockerfile's image, and runs the programs like a container: as
 * another user, in a read-only folder, with production settings, PostgreSQL and Redis. Needs the builds ("pnpm build").
 */
await runMain(async () => {
  const startedAt = performance.now();
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'solvent-image-')));
  const folders = { tree: join(home, 'tree'), data: join(home, 'data') };
  process.once('exit', () => {
    setWritable(home, true);
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  });
  chmodSync(home, 0o755);
  mkdirSync(folders.data);
  chownToConfinedUser(folders.data);
  await assembleImage(folders.tree);
  setWritable(folders.tree, false);
  const before = readState(folders.tree);
  const services = [];
  const openService = (service) => services.push(service) && service.url;
  try {
    const databases = {
      DATABASE_URL: openService(await startPostgres(await findPostgres())),
      REDIS_URL: openService(await startRedis(await findRedis())),
    };
    await runProduct(folders, { PATH: process.env.PATH, ...PRODUCTION_SETTINGS, ...databases, DATA_DIR: folders.data });
  } finally {
    for (const service of services) await service.stop();
  }
  const written = findChanges(before, readState(folders.tree));
  if (written.length > 0) throw new StartError(`The image's files were written while it ran: ${written.join(', ')}.`);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  const how = canCreateMounts() ? 'with only the data folder writable' : 'in read-only files';
  const size = Math.round(measureBytes(folders.tree) / 1024 ** 2);
  process.stdout.write(
    `The image (${size} MB) runs as another user, ${how}: server and worker became ready, and exited with 0 on SIGTERM (${seconds} s).\n`,
  );
});
