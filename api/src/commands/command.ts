import type { ParseArgsConfig } from 'node:util';
import { StartupError } from '../platform/config/startup-error.ts';
import type { Config } from '../platform/config/config.ts';

export class UsageError extends StartupError {
  override readonly exitCode = 2;
}

export interface Input {
  words: string[];
  /** Options by name; a switch is true. */
  values: Record<string, string | boolean | undefined>;
}

export interface Context {
  /** Raw settings of the environment and the settings file. @throws StartError */
  env(): NodeJS.ProcessEnv;
  /** The first call parses them and prints the target. @throws StartupError */
  settings(): Config;
  /** Removes control characters. */
  print(text: string): void;
  printJson(value: unknown): void;
  note(text: string): void;
  /** The error for words that match no form of the command. */
  wrongUsage(): UsageError;
}

export interface Command {
  /** A line for each form, without the command's name, such as `publish <slug>`. */
  usage: string[];
  summary: string;
  /** Maximum number of words. */
  words: number;
  help: string;
  options?: NonNullable<ParseArgsConfig['options']>;
  /** @throws StartupError with an empty message if the failure is already printed; UsageError for invalid words */
  run(context: Context, input: Input): Promise<void>;
}

export const JSON_OPTION = { json: { type: 'boolean' } } as const;

export const textOption = ({ values }: Input, name: string): string | undefined => {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
};

export const formatTime = (at: Date): string => at.toISOString().slice(0, 16).replace('T', ' ');

interface ListFormat<Row> {
  text: (row: Row) => string;
  none: string;
  json?: (row: Row) => unknown;
  separator?: string;
}

export function printList<Row>(
  { print, printJson }: Pick<Context, 'print' | 'printJson'>,
  { values }: Input,
  rows: readonly Row[],
  { text, none, json = (row) => row, separator = '\n' }: ListFormat<Row>,
): void {
  if (values['json'] === true) printJson(rows.map(json));
  else print(rows.length === 0 ? none : rows.map(text).join(separator));
}
