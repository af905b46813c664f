import { parseArgs } from 'node:util';
import { resolve } from 'node:path';
import { OptionError } from '../chaos/options.ts';
import { ROOT } from '../chaos/root.ts';

export interface Options {
  /** Duration of an attack whose effect on latency is measured. */
  seconds: number;
  /** Runs each attack once without measuring latency. */
  short: boolean;
  /** Number of a point, or part of a name; empty for all. */
  only: string;
  product: string;
  json: string | undefined;
}

const text = { type: 'string' } as const;

export function readOptions(args: string[]): Options {
  try {
    const options = { seconds: text, short: { type: 'boolean' }, only: text, product: text, json: text } as const;
    const { seconds, short = false, only = '', product = ROOT, json } = parseArgs({ args, options }).values;
    const count = Number(seconds ?? (short ? 2 : 30));
    if (!(count >= 1)) throw new OptionError('--seconds must be a number from 1.');
    return { seconds: count, short, only, product: resolve(product), json: json && resolve(json) };
  } catch (error) {
    if (error instanceof OptionError) throw error;
    throw new OptionError(
      'Options are --short, --seconds <number>, --only <point or part of a name>, --product <built folder>, --json <file>.',
    );
  }
}
