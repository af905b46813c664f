import { parseArgs } from 'node:util';
import { randomInt } from 'node:crypto';

/** How much is done, and to what. */
export interface Options {
  /** Open pages; every tenth is the second one of somebody. */
  clients: number;
  messages: number;
  /** How often a server is killed. */
  kills: number;
  /** Seconds over which the messages are written. */
  seconds: number;
  /** The same seed plans the same run. */
  seed: number;
  /** Processes of the API; above one they need PostgreSQL and Redis. */
  replicas: number;
}

/** What somebody asked for that cannot be done: its message is a sentence. */
export class OptionError extends Error {}

/** Runs a program to its end: what is still open then, such as sockets or what a client waits for, holds nobody up. */
export function runProgram(main: () => Promise<void>): void {
  main().then(
    () => process.exit(),
    (error: unknown) => {
      process.stderr.write(
        `${error instanceof OptionError ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
      );
      process.exit(1);
    },
  );
}

const DEFAULTS = { clients: 200, messages: 4000, kills: 4, seconds: 60, replicas: 1 };
const MINIMUMS = { clients: 4, messages: 1, kills: 0, seconds: 1, replicas: 1, seed: 0 };

type Name = keyof Options;
const NAMES = ['clients', 'messages', 'kills', 'seconds', 'seed', 'replicas'] as const satisfies Name[];

function parse(args: string[]): Partial<Record<Name, string>> {
  const text = { type: 'string' } as const;
  try {
    const options = { clients: text, messages: text, kills: text, seconds: text, seed: text, replicas: text };
    return parseArgs({ args, options }).values;
  } catch {
    throw new OptionError(`Options are ${NAMES.map((name) => `--${name}`).join(', ')}, each with a number.`);
  }
}

function readNumber(name: Name, text: string): number {
  const number = Number(text);
  if (text.trim() !== '' && Number.isInteger(number) && number >= MINIMUMS[name]) return number;
  throw new OptionError(`--${name} must be a whole number from ${MINIMUMS[name]}.`);
}

/** @throws OptionError */
export function readOptions(args: string[]): Options {
  const options: Options = { ...DEFAULTS, seed: randomInt(1_000_000) };
  for (const [name, text] of Object.entries(parse(args)) as [Name, string][]) options[name] = readNumber(name, text);
  return options;
}
