import { startSized } from './bench/sized-database.mjs';
import { findBrowser } from './setup/browser.mjs';
import { build } from './setup/build.mjs';
import { endSteps, runStep } from './setup/run-step.mjs';
import { runMain, StartError } from './setup/start-error.mjs';
import { findPostgres } from './test/postgres-programs.mjs';
import { startPostgres } from './test/postgres-server.mjs';

/**
 * Benchmarks: `postgres` also runs on PostgreSQL, `product` needs the whole built product, `sized` a PostgreSQL with ten
 * million rows. The last two take long, so they run only when named.
 *
 * @type {Record<string, { postgres?: true, product?: true, browser?: true, sized?: true }>}
 */
const PARTS = {
  problems: { postgres: true },
  modules: { postgres: true },
  chat: { postgres: true },
  'sign-in': {},
  renders: { product: true },
  lighthouse: { product: true, browser: true },
  size: { sized: true },
};

/** Requested benchmarks; by default, all that measure only the API. */
function listPackages(named) {
  const unknown = named.filter((name) => !Object.hasOwn(PARTS, name));
  if (unknown.length > 0)
    throw new StartError(
      `There is no part ${unknown.join(', ')}: name one or more of ${Object.keys(PARTS).join(', ')}, or none for all of the API.`,
    );
  return named.length > 0 ? named : Object.keys(PARTS).filter((part) => !PARTS[part].product && !PARTS[part].sized);
}

async function buildPrograms(parts) {
  await build(parts.some((part) => PARTS[part].product) ? [] : ['@solvent/demo']);
  const { code, output } = await runStep(['pnpm', '--filter', '@solvent/bench', 'run', '--silent', 'build:bench']);
  if (code !== 0) throw new StartError(`${output}\nThe benchmarks could not be built: see above.`);
}

/** Runs a part; further arguments are its own. @returns {Promise<boolean>} whether it ended well */
async function bench(part, args, databaseUrl = '') {
  process.stdout.write('\n');
  const command = ['node', `api/node_modules/.bench/${part}.js`, ...args];
  // Where Lighthouse looks for its browser.
  const browser = PARTS[part].browser ? { CHROME_PATH: process.env.CHROME_PATH ?? (await findBrowser()) } : {};
  return (await runStep(command, { live: true, env: { DATABASE_URL: databaseUrl, ...browser } })).code === 0;
}

/** Each on an empty server: what one has filled in would be there for the next. */
async function benchOnPostgres(part, args) {
  const server = await startPostgres(await findPostgres());
  try {
    return await bench(part, args, server.url);
  } finally {
    await server.stop();
  }
}

/** @param {string[]} options `--factor=0.1` for a tenth of it */
async function benchAtSize(part, options) {
  const factor = Number(options.find((option) => option.startsWith('--factor='))?.slice('--factor='.length) ?? 1);
  if (!(factor > 0 && factor <= 10)) throw new StartError('--factor takes a number up to 10, such as 0.1.');
  const server = await startSized(factor);
  try {
    return server === undefined || (await bench(part, options, server.url));
  } finally {
    await server?.stop();
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, endSteps);

/** `pnpm bench [benchmark …]`: builds and measures (docs/benchmarks.md). `--keep` stores the times as the baseline. */
await runMain(async () => {
  const args = process.argv.slice(2).filter((arg) => arg !== '--');
  const options = args.filter((arg) => arg.startsWith('--'));
  const parts = listPackages(args.filter((arg) => !options.includes(arg)));
  await buildPrograms(parts);
  const started = Date.now();
  const passed = [];
  for (const part of parts) {
    passed.push(await (PARTS[part].sized ? benchAtSize : bench)(part, options));
    if (PARTS[part].postgres) passed.push(await benchOnPostgres(part, options));
  }
  process.stdout.write(`\nMeasured in ${((Date.now() - started) / 60_000).toFixed(1)} min.\n`);
  if (passed.includes(false)) process.exitCode = 1;
});
