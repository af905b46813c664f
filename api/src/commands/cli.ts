import { join } from 'node:path';
import { parseArgs, types } from 'node:util';
import { bucketAddress } from '@solvent/object-store';
import { embeddedFolder } from '../backup/database-section.ts';
import type { Config } from '../platform/config/config.ts';
import type { Environment } from '../platform/config/run-program.ts';
import { explainConnectionLoss } from '../platform/db/command-database.ts';
import { print, printStatus, UsageError } from './command.ts';
import type { Command, Context, Input } from './command.ts';

const FOOT = `Run "pnpm solvent help <command>" for details. Settings are read from the environment and from a file: the one in ENV_FILE,
else /etc/solvent/env if it exists, else .env. The first line on standard error shows the database, data folder and channel in use.
Exit codes: 0 success, 1 failure or a problem was found, 2 wrong usage.`;

/** Notes in the help of each command with the option. */
const OPTION_NOTES = {
  reason: `Changes are recorded with the reason and the operator (--by, else the user who ran sudo, else the current user).`,
  json: '--json prints JSON.',
};

function formatCommands(commands: ReadonlyMap<string, Command>): string {
  const width = Math.max(...[...commands.keys()].map(({ length }) => length));
  return [
    'Usage: pnpm solvent <command>   (without pnpm: node api/dist/solvent.js <command>)',
    '',
    ...[...commands].map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    FOOT,
  ].join('\n');
}

const formatUsage = (name: string, { usage }: Command): string =>
  usage.map((form, index) => `${index === 0 ? 'Usage:' : '      '} pnpm solvent ${name} ${form}`.trimEnd()).join('\n');

/** Returns the address of the database without user and password. */
function describeDatabase({ databaseUrl, dataDir }: Config): string {
  if (databaseUrl === undefined) return `embedded, in ${embeddedFolder(dataDir)}`;
  const { host, pathname, searchParams } = new URL(databaseUrl);
  return `${host || (searchParams.get('host') ?? 'localhost')}${pathname}`;
}

/** Describes the target of a command in one line, without secrets. @param file of the settings */
export function describeTarget(config: Config, file: string | undefined): string {
  const { dataDir, bucket, releases, channel } = config;
  const releasesBucket = bucketAddress(releases)?.bucket;
  return [
    `Database: ${describeDatabase(config)}`,
    `data folder: ${dataDir}`,
    ...(bucket ? [`files: bucket ${bucket.bucket}`] : []),
    ...(releases === join(dataDir, 'releases') ? [] : [`releases: ${releasesBucket ? `bucket ${releasesBucket}` : releases}`]),
    `channel: ${channel}`,
    `settings: ${file ?? 'the environment'}`,
  ].join('; ');
}

function createContext(load: () => Environment, usage: string): Context {
  let environment: Environment | undefined;
  const getEnvironment = () => (environment ??= load());
  return {
    env: () => getEnvironment().env,
    settings() {
      const config = getEnvironment().config();
      printStatus(describeTarget(config, getEnvironment().file));
      return config;
    },
    createUsageError: () => new UsageError(usage),
  };
}

/** Settings are parsed on demand, so that help works without them. @throws UsageError */
export async function runCommand(
  commands: ReadonlyMap<string, Command>,
  given: string[],
  load: () => Environment,
): Promise<void> {
  // `pnpm run x -- y` passes the two dashes on.
  const [name = 'help', ...args] = given[0] === '--' ? given.slice(1) : given;
  const help = (called: string | undefined) => {
    if (called === undefined) return print(formatCommands(commands));
    const command = findCommand(commands, called);
    const { options } = parseUsage(command);
    const notes = Object.entries(OPTION_NOTES).flatMap(([option, note]) => (option in options ? [note] : []));
    print([formatUsage(called, command), '', command.help, ...notes].join('\n'));
  };
  if (['help', '--help', '-h'].includes(name)) return help(args[0]);
  const command = findCommand(commands, name);
  const { help: wantsHelp, ...input } = parse(name, command, args);
  if (wantsHelp) return help(name);
  await explainConnectionLoss(() => command.run(createContext(load, formatUsage(name, command)), input));
}

function findCommand(commands: ReadonlyMap<string, Command>, name: string): Command {
  const command = commands.get(name);
  if (command !== undefined) return command;
  throw new UsageError(`Unknown command "${name}": see "pnpm solvent help".`);
}

interface Option {
  type: 'boolean' | 'string';
  short?: string;
}

/** Parses the usage of a command. An option that is followed by a placeholder or by alternatives requires a value. */
function parseUsage({ usage }: Command): { options: Record<string, Option>; maxWords: number } {
  const option = /\[?--([a-z-]+)( (?:<[^>]+>|"[^"]+"|[a-z|]+))?\]?/g;
  const found = usage.flatMap((form) => [...form.matchAll(option)]);
  const options: [string, Option][] = found.map(([, name = '', value]) => [name, { type: value ? 'string' : 'boolean' }]);
  const countWords = (form: string) =>
    form
      .replaceAll(option, '')
      .replaceAll(/<[^>]+>|"[^"]+"/g, '_')
      .match(/\S+/g)?.length ?? 0;
  return { options: Object.fromEntries(options), maxWords: Math.max(...usage.map(countWords)) };
}

function parse(name: string, command: Command, args: string[]): Input & { help: boolean } {
  const wrong = (what: string) => new UsageError(`${what}: see "pnpm solvent help ${name}".`);
  const { options, maxWords } = parseUsage(command);
  // "pnpm delivery" calls a reason that.
  if ('reason' in options) options['why'] = { type: 'string' };
  options['help'] = { type: 'boolean', short: 'h' };
  try {
    const { values, positionals, tokens } = parseArgs({ args, options, allowPositionals: true, tokens: true });
    const extra = positionals[maxWords];
    if (extra !== undefined) throw wrong(`Unexpected argument "${extra}"`);
    const names = tokens.flatMap((token) => (token.kind === 'option' ? [token.rawName] : []));
    const duplicate = names.find((option, index) => names.indexOf(option) !== index);
    if (duplicate !== undefined) throw wrong(`${duplicate} is given twice`);
    return { help: values['help'] === true, words: positionals, values };
  } catch (error) {
    if (!isParseError(error)) throw error;
    throw wrong(error.message.replace(/\.[ \n].*|\.$/s, ''));
  }
}

const isParseError = (error: unknown): error is Error =>
  types.isNativeError(error) && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
