import { parseArgs } from 'node:util';
import { randomInt } from 'node:crypto';

export interface Options {
  /** Open pages; every tenth one is the second one of a user. */
  clients: number;
  messages: number;
  kills: number;
  seconds: number;
  /** The same seed plans the same run. */
  seed: number;
  /** Processes of the API; several need PostgreSQL and Redis. */
  replicas: number;
}

/** An invalid option; the message is a sentence for the terminal. */
export class OptionError extends Error {}

/** Runs a program and exits, even with open sockets. */
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

export function readOptions(args: string[]): Options {
  const options: Options = { ...DEFAULTS, seed: randomInt(1_000_000) };
  for (const [name, text] of Object.entries(parse(args)) as [Name, string][]) options[name] = readNumber(name, text);
  return options;
}
