import { startSizedDatabase } from './bench/sized-database.mjs';
import { findBrowser } from './setup/browser.mjs';
import { build } from './setup/build.mjs';
import { endSteps, runStep } from './setup/run-step.mjs';
import { runMain, StartError } from './setup/start-error.mjs';
import { findPostgres } from './test/postgres-programs.mjs';
import { startPostgres } from './test/postgres-server.mjs';

/**
 * Benchmarks: `postgres` also runs on PostgreSQL, `product` needs a build of the whole product, `sized` needs a PostgreSQL
 * with ten million rows. Benchmarks with `product` or `sized` run only if the command line names them, because they take long.
 *
 * @type {Record<string, { postgres?: true, product?: true, browser?: true, sized?: true }>}
 */
const BENCHMARKS = {
  problems: { postgres: true },
  modules: { postgres: true },
  chat: { postgres: true },
  'sign-in': {},
  renders: { product: true },
  lighthouse: { product: true, browser: true },
  size: { sized: true },
};

/** @returns {string[]} the named benchmarks; by default, all that need neither `product` nor `sized` */
function listBenchmarks(named) {
  const unknown = named.filter((name) => !Object.hasOwn(BENCHMARKS, name));
  if (unknown.length > 0)
    throw new StartError(
      `Unknown benchmark ${unknown.join(', ')}: name one or more of ${Object.keys(BENCHMARKS).join(', ')}, or none for all of the API.`,
    );
  return named.length > 0
    ? named
    : Object.keys(BENCHMARKS).filter((name) => !BENCHMARKS[name].product && !BENCHMARKS[name].sized);
}

async function buildPrograms(names) {
  await build(names.some((name) => BENCHMARKS[name].product) ? [] : ['@solvent/demo']);
  const { code, output } = await runStep(['pnpm', '--filter', '@solvent/bench', 'run', '--silent', 'build:bench']);
  if (code !== 0) throw new StartError(`${output}\nThe benchmarks could not be built: see above.`);
}

/** Runs a benchmark with its arguments. @returns {Promise<boolean>} whether it succeeded */
async function runBenchmark(name, args, databaseUrl = '') {
  process.stdout.write('\n');
  const command = ['node', `api/node_modules/.bench/${name}.js`, ...args];
  // Lighthouse reads CHROME_PATH.
  const browser = BENCHMARKS[name].browser ? { CHROME_PATH: process.env.CHROME_PATH ?? (await findBrowser()) } : {};
  return (await runStep(command, { live: true, env: { DATABASE_URL: databaseUrl, ...browser } })).code === 0;
}

/** Runs a benchmark on an empty server, because the rows of an earlier benchmark would change its times. */
async function runOnPostgres(name, args) {
  const server = await startPostgres(await findPostgres());
  try {
    return await runBenchmark(name, args, server.url);
  } finally {
    await server.stop();
  }
}

/** @param {string[]} options `--factor=0.1` for a tenth of the rows */
async function runSized(name, options) {
  const factor = Number(options.find((option) => option.startsWith('--factor='))?.slice('--factor='.length) ?? 1);
  if (!(factor > 0 && factor <= 10)) throw new StartError('--factor takes a number up to 10, such as 0.1.');
  const server = await startSizedDatabase(factor);
  try {
    return server === undefined || (await runBenchmark(name, options, server.url));
  } finally {
    await server?.stop();
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, endSteps);

/** `pnpm bench [benchmark …]`: builds and measures (docs/benchmarks.md). `--keep` stores the times as the baseline. */
await runMain(async () => {
  const args = process.argv.slice(2).filter((arg) => arg !== '--');
  const options = args.filter((arg) => arg.startsWith('--'));
  const names = listBenchmarks(args.filter((arg) => !options.includes(arg)));
  await buildPrograms(names);
  const started = Date.now();
  const passed = [];
  for (const name of names) {
    passed.push(await (BENCHMARKS[name].sized ? runSized : runBenchmark)(name, options));
    if (BENCHMARKS[name].postgres) passed.push(await runOnPostgres(name, options));
  }
  process.stdout.write(`\nMeasured in ${((Date.now() - started) / 60_000).toFixed(1)} min.\n`);
  if (passed.includes(false)) process.exitCode = 1;
});
