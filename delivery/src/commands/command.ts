import type { ParseArgsConfig } from 'node:util';
import { DeliveryError } from '@solvent/releases';
import type { Context } from './context.ts';

/** Arguments and options after the command's name. */
export interface Input {
  args: string[];
  /** Options by name; a switch is true. */
  values: Record<string, string | boolean | undefined>;
}

/** One command of the program. */
export interface Command {
  /** Text after the command's name, such as `<name>@<version> [--percent N]`. */
  usage: string;
  /** One line for the list of commands. */
  summary: string;
  /** How many arguments it takes at most. */
  arguments: number;
  /** Text of `pnpm delivery help <command>`. */
  lesson: string;
  /** Its own options, besides `--channel` and `--why`. */
  options?: NonNullable<ParseArgsConfig['options']>;
  /** Whether it may create a store in a missing folder; other commands require one. */
  begins?: true;
  /** Whether it writes nothing to the store. */
  readsOnly?: true;
  run: (context: Context, input: Input) => Promise<void>;
}

/** The first argument. @param what it is, such as `the name of a remote` */
export function needArgument({ args: [first] }: Input, what: string, example: string): string {
  if (first) return first;
  throw new DeliveryError(`Say ${what}: pnpm delivery ${example}`);
}

/** The text of an option, where it was given. */
export const textOption = ({ values }: Input, name: string): string | undefined => {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
};

/** A whole number from an option, where it was given. */
export function numberOption(input: Input, name: string, { min, max }: { min: number; max: number }): number | undefined {
  const text = textOption(input, name);
  if (text === undefined) return undefined;
  const number = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new DeliveryError(`--${name} is "${text}": give a whole number from ${min} to ${max}.`);
}
