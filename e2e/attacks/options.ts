import { parseArgs } from 'node:util';
import { resolve } from 'node:path';
import { OptionError } from '../chaos/options.ts';
import { ROOT } from '../chaos/root.ts';

/** What is attacked, and how long. */
export interface Options {
  /** Seconds for which others are watched while an attack runs. */
  seconds: number;
  /** The short form: each attack once, without measuring the response times of other users. */
  short: boolean;
  /** Only attacks of this point, or with this in their name; empty: all. */
  only: string;
  /** Folder of a product that is built: another one's attacks can be seen, too. */
  product: string;
  /** File that the findings are written to as JSON. */
  json: string | undefined;
}

const text = { type: 'string' } as const;

/** @throws OptionError */
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
      'Options are --short, --seconds <number>, --only <point, or part of a name>, --product <folder that is built>, --json <file>.',
    );
  }
}
