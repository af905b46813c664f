import type { ParseArgsConfig } from 'node:util';
import { DeliveryError } from '@solvent/releases';
import type { Context } from './context.ts';

/** Arguments and options after the command's name. */
export interface Input {
  args: string[];
  /** Options by name; a switch is true. */
  values: Record<string, string | boolean | undefined>;
}

export interface Command {
  /** Text after the command's name, such as `<name>@<version> [--percent N]`. */
  usage: string;
  /** One line for the list of commands. */
  summary: string;
  /** Maximum number of arguments. */
  arguments: number;
  /** Text of `pnpm delivery help <command>`. */
  lesson: string;
  /** Options in addition to `--channel` and `--why`. */
  options?: NonNullable<ParseArgsConfig['options']>;
  /** Whether the command may create the folder of the store. Other commands require it. */
  begins?: true;
  /** Whether the command only reads the store. */
  readsOnly?: true;
  run: (context: Context, input: Input) => Promise<void>;
}

/** Returns the first argument. @param what describes it, such as `the name of a remote` */
export function requireArgument({ args: [first] }: Input, what: string, example: string): string {
  if (first) return first;
  throw new DeliveryError(`Say ${what}: pnpm delivery ${example}`);
}

/** Returns the text of an option, if given. */
export const textOption = ({ values }: Input, name: string): string | undefined => {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
};

/** Returns the whole number of an option, if given. */
export function numberOption(input: Input, name: string, { min, max }: { min: number; max: number }): number | undefined {
  const text = textOption(input, name);
  if (text === undefined) return undefined;
  const number = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new DeliveryError(`--${name} is "${text}": give a whole number from ${min} to ${max}.`);
}
