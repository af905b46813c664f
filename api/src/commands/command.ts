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
  /** Raw settings of the environment and the settings file. @throws StartError if the file cannot be read */
  env(): NodeJS.ProcessEnv;
  /** Parsed settings; the first call prints the target. @throws StartupError */
  settings(): Config;
  /** Writes lines to standard output, without control characters. */
  print(text: string): void;
  printJson(value: unknown): void;
  /** Writes a line to standard error. */
  note(text: string): void;
  /** The error for words that match no form of the command. */
  wrongUsage(): UsageError;
}

/** One command of the operator's program. */
export interface Command {
  /** A line for each form, without the command's name, such as `publish <slug>`. */
  usage: string[];
  /** One line for the list of commands. */
  summary: string;
  /** Maximum number of words. */
  words: number;
  help: string;
  options?: NonNullable<ParseArgsConfig['options']>;
  /** @throws StartupError with an empty message if the failure is already printed; UsageError for invalid words */
  run(context: Context, input: Input): Promise<void>;
}

export const JSON_OPTION = { json: { type: 'boolean' } } as const;

/** The text of an option; undefined if it is not given. */
export const textOption = ({ values }: Input, name: string): string | undefined => {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
};

/** Display text in UTC: `2026-11-26 07:01`. */
export const formatTime = (at: Date): string => at.toISOString().slice(0, 16).replace('T', ' ');

interface ListFormat<Row> {
  text: (row: Row) => string;
  /** Text for an empty list. */
  none: string;
  /** Properties for `--json`; by default the whole row. */
  json?: (row: Row) => unknown;
  separator?: string;
}

/** Prints a list as text, or as JSON with `--json`. */
export function printList<Row>(
  { print, printJson }: Pick<Context, 'print' | 'printJson'>,
  { values }: Input,
  rows: readonly Row[],
  { text, none, json = (row) => row, separator = '\n' }: ListFormat<Row>,
): void {
  if (values['json'] === true) printJson(rows.map(json));
  else print(rows.length === 0 ? none : rows.map(text).join(separator));
}
