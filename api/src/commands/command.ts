import type { ParseArgsConfig } from 'node:util';
import { StartupError } from '../platform/config/startup-error.ts';
import type { Config } from '../platform/config/config.ts';

/** Wrong usage of a command: exit code 2. */
export class UsageError extends StartupError {
  override readonly exitCode = 2;
}

/** Arguments and options after the command's name. */
export interface Input {
  words: string[];
  /** Options by name; a switch is true. */
  values: Record<string, string | boolean | undefined>;
}

/** Environment of a command. */
export interface Context {
  /** The environment and the settings of the file, unparsed. @throws StartError if the file cannot be read */
  env(): NodeJS.ProcessEnv;
  /** The settings; the first call parses them and prints the target. @throws StartupError */
  settings(): Config;
  /** Writes lines to standard output, without what would give a terminal orders. */
  print(text: string): void;
  /** Prints JSON, for `--json`. */
  printJson(value: unknown): void;
  /** Writes a line to standard error, which is not part of the output. */
  note(text: string): void;
}

/** One command of the operator's program. */
export interface Command {
  /** A line for each form, without the command's name, such as `publish <slug>`. */
  usage: string[];
  /** One line for the list of commands. */
  summary: string;
  /** How many words it takes at most. */
  words: number;
  /** Text of `pnpm solvent help <command>`. */
  help: string;
  /** Its own options. */
  options?: NonNullable<ParseArgsConfig['options']>;
  /**
   * Does it.
   * @throws StartupError with a sentence where it fails, or an empty one where it has been said; UsageError for words that make no sense
   */
  run(context: Context, input: Input): Promise<void>;
}

/** For lists that are useful to machines. */
export const JSON_OPTION = { json: { type: 'boolean' } } as const;

/** The text of an option, where it was given. */
export const textOption = ({ values }: Input, name: string): string | undefined => {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
};

/** How a list is shown. */
interface Shown<Row> {
  /** Of one, for people. */
  text: (row: Row) => string;
  /** Text for an empty list. */
  none: string;
  /** Of one, for machines; default all of it. */
  json?: (row: Row) => unknown;
  /** Separator of entries. */
  between?: string;
}

/** Prints a list as text, or as JSON with `--json`. */
export function printList<Row>(
  { print, printJson }: Pick<Context, 'print' | 'printJson'>,
  { values }: Input,
  rows: readonly Row[],
  { text, none, json = (row) => row, between = '\n' }: Shown<Row>,
): void {
  if (values['json'] === true) printJson(rows.map(json));
  else print(rows.length === 0 ? none : rows.map(text).join(between));
}
