import { parseArgs, types } from 'node:util';
import { printable } from '@solvent/contracts';
import { check } from './commands/check.ts';
import type { Command } from './commands/command.ts';
import { describeTarget, createContext, requireStore } from './commands/context.ts';
import { deploy } from './commands/deploy.ts';
import { dev } from './commands/dev.ts';
import { gc } from './commands/gc.ts';
import { formatCommandHelp, formatUsage } from './commands/help.ts';
import { history } from './commands/history.ts';
import { overrides } from './commands/overrides.ts';
import { promote } from './commands/promote.ts';
import { publish } from './commands/publish.ts';
import { retire } from './commands/retire.ts';
import { rollback } from './commands/rollback.ts';
import { status } from './commands/status.ts';
import { toolbox } from './commands/toolbox.ts';
import { DeliveryError } from '@solvent/releases';

/** Commands in the order of the help text, which is the order of shipping a remote. */
const COMMANDS = new Map<string, Command>(
  Object.entries({ publish, promote, rollback, retire, status, history, check, gc, overrides, toolbox, deploy, dev }),
);

const COMMON = { channel: { type: 'string' }, why: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;

/** Runs a command. @param root folder of the workspace @param file the settings file; undefined if there is none @returns the exit code */
export async function runCli(args: string[], root: string, env: NodeJS.ProcessEnv, file?: string): Promise<number> {
  try {
    await run(args, root, env, file);
    return 0;
  } catch (error) {
    const isOurs = error instanceof DeliveryError || isWrongOption(error);
    const message = (isOurs ? error.message : undefined) ?? (error instanceof Error ? error.stack : undefined) ?? String(error);
    process.stderr.write(`${message.split('\n').map(printable).join('\n')}\n`);
    return 1;
  }
}

async function run([name = 'help', ...args]: string[], root: string, env: NodeJS.ProcessEnv, file?: string): Promise<void> {
  if (['help', '--help', '-h'].includes(name)) return printHelp(args[0]);
  const command = findCommand(name);
  const { values, positionals } = parse(name, command, args);
  if (values['help'] === true) return printHelp(name);
  const { channel, why } = values;
  const context = createContext(root, env, { channel: toText(channel), why: toText(why) });
  // Prints to standard error, because the line is not part of the output of the command.
  process.stderr.write(`${printable(describeTarget(context, file))}\n`);
  await requireStore(context, command);
  await command.run(context, { args: positionals, values });
}

function findCommand(name: string): Command {
  const command = COMMANDS.get(name);
  if (command) return command;
  throw new DeliveryError(`There is no command "${name}".\n\n${formatUsage(COMMANDS)}`);
}

function printHelp(name: string | undefined): void {
  const text = name === undefined ? formatUsage(COMMANDS) : formatCommandHelp(name, findCommand(name));
  process.stdout.write(`${text}\n`);
}

interface Parsed {
  values: Record<string, string | boolean | undefined>;
  positionals: string[];
}

function parse(name: string, { options = {}, arguments: most }: Command, args: string[]): Parsed {
  try {
    const settings = { args, options: { ...COMMON, ...options }, allowPositionals: true, tokens: true } as const;
    const { values, positionals, tokens } = parseArgs(settings);
    const given = tokens.flatMap((token) => (token.kind === 'option' ? [token.rawName] : []));
    refuse(name, positionals[most], 'is one argument too many');
    refuse(
      name,
      given.find((option, index) => given.indexOf(option) !== index),
      'is given twice',
    );
    return { values: Object.fromEntries(Object.entries(values).filter(isSingle)), positionals };
  } catch (error) {
    if (!isWrongOption(error)) throw error;
    throw new DeliveryError(`${error.message}\nSee "pnpm delivery help ${name}".`);
  }
}

/** Rejects unexpected arguments, because an ignored one may matter. */
function refuse(name: string, text: string | undefined, what: string): void {
  if (text !== undefined) throw new DeliveryError(`"${text}" ${what}.\nSee "pnpm delivery help ${name}".`);
}

/** Every option has a single value, because none may be given twice. */
const isSingle = (entry: [string, unknown]): entry is [string, string | boolean] => !Array.isArray(entry[1]);

const toText = (value: string | boolean | undefined) => (typeof value === 'string' ? value : undefined);

const isWrongOption = (error: unknown): error is Error =>
  types.isNativeError(error) && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
