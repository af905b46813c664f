import { parseArgs, types } from 'node:util';
import { printable } from '@solvent/contracts';
import type { Config } from '../platform/config/config.ts';
import type { Environment } from '../platform/config/run-program.ts';
import { explainConnectionLoss } from '../platform/db/command-database.ts';
import { describeTarget } from '../preflight/target.ts';
import { UsageError } from './command.ts';
import type { Command, Context, Input } from './command.ts';
import { formatCommandHelp, formatUsage } from './help.ts';

const write = (text: string) => void process.stdout.write(`${text}\n`);
const print = (text: string) => write(text.split('\n').map(printable).join('\n'));
const printJson = (value: unknown) => write(JSON.stringify(value, null, 2));
const note = (text: string) => void process.stderr.write(`${printable(text)}\n`);

/** The environment of a command. It is loaded once; parsing the settings also prints the target. */
function makeContext(load: () => Environment): Context {
  let loaded: Environment | undefined;
  let config: Config | undefined;
  const environment = () => (loaded ??= load());
  return {
    env: () => environment().env,
    settings() {
      if (config !== undefined) return config;
      config = environment().config();
      note(describeTarget(config, environment().file));
      return config;
    },
    print,
    printJson,
    note,
  };
}

/**
 * Runs an operator's command. It parses settings only on demand, so that help works without them.
 * @throws UsageError with a sentence for what is no command, and for what a command does not take
 */
export async function runCommand(
  commands: ReadonlyMap<string, Command>,
  given: string[],
  load: () => Environment,
): Promise<void> {
  // `pnpm run x -- y` hands the two dashes on.
  const [name = 'help', ...args] = given[0] === '--' ? given.slice(1) : given;
  const findCommand = (called: string): Command => {
    const command = commands.get(called);
    if (command !== undefined) return command;
    throw new UsageError(`There is no command "${called}": "pnpm solvent help" lists all of them.`);
  };
  const help = (called: string | undefined) =>
    print(called === undefined ? formatUsage(commands) : formatCommandHelp(called, findCommand(called)));
  if (['help', '--help', '-h'].includes(name)) return help(args[0]);
  const command = findCommand(name);
  const { help: wantsHelp, ...input } = parse(name, command, args);
  if (wantsHelp) return help(name);
  await explainConnectionLoss(() => command.run(makeContext(load), input));
}

function parse(name: string, { options = {}, words }: Command, args: string[]): Input & { help: boolean } {
  const refuse = (what: string) => new UsageError(`${what}: see "pnpm solvent help ${name}".`);
  try {
    const all = { ...options, help: { type: 'boolean', short: 'h' } } as const;
    const { values, positionals, tokens } = parseArgs({ args, options: all, allowPositionals: true, tokens: true });
    const tooMuch = positionals[words];
    if (tooMuch !== undefined) throw refuse(`"${tooMuch}" is one word too many`);
    const names = tokens.flatMap((token) => (token.kind === 'option' ? [token.rawName] : []));
    const twice = names.find((option, index) => names.indexOf(option) !== index);
    if (twice !== undefined) throw refuse(`${twice} is given twice`);
    return {
      help: values['help'] === true,
      words: positionals,
      values: Object.fromEntries(Object.entries(values).filter(isSingle)),
    };
  } catch (error) {
    if (!isWrongOption(error)) throw error;
    throw refuse(error.message.replace(/\.[ \n].*|\.$/s, ''));
  }
}

/** No option may be given twice, so none has a list of values. */
const isSingle = (entry: [string, unknown]): entry is [string, string | boolean] => !Array.isArray(entry[1]);

const isWrongOption = (error: unknown): error is Error =>
  types.isNativeError(error) && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
