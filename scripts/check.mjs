import { checkSources } from './check/check-sources.mjs';
import { getFolder, listRemotes } from './dev/servers.mjs';
import { runMain, StartError } from './setup/start-error.mjs';

const USAGE = 'Usage: pnpm check <remote>, such as "pnpm check reports": its remote.json, types, lint and boundaries.';

const formatProblem = ({ at, by, message, fix }) => [at, `  ${by}: ${message}`, ...(fix ? [`  → ${fix}`] : []), ''].join('\n');

/**
 * `pnpm check <remote>`: runs the gate's source checks on one remote, in seconds. `pnpm delivery publish` also runs it.
 */
async function main() {
  const [name, ...others] = process.argv.slice(2);
  if (name === undefined || others.length > 0 || name.startsWith('-')) throw new StartError(USAGE);
  const known = ['shell', ...listRemotes()];
  if (!known.includes(name)) throw new StartError(`There is no remote called ${name}: name one of ${known.join(', ')}.`);
  const startedAt = performance.now();
  const problems = await checkSources(getFolder(name));
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  if (problems.length === 0)
    return process.stdout.write(`${name} has no problems: remote.json, types, lint and boundaries (${seconds} s).\n`);
  process.stdout.write(`${problems.map(formatProblem).join('\n')}\n`);
  const count = problems.length === 1 ? 'One problem' : `${problems.length} problems`;
  throw new StartError(`${count} in ${name}: fix the above, then run "npx pnpm check ${name}" again.`);
}

await runMain(main);
