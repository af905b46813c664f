import { printable } from '@solvent/contracts';
import type pg from 'pg';
import { assertDatabaseExists } from '../backup/database-access.ts';
import { pushed } from '../features/notifications/index.ts';
import type { Config } from '../platform/config/config.ts';
import { StartupError } from '../platform/config/startup-error.ts';
import { COMMAND_DATABASE_EVENTS } from '../platform/db/command-database.ts';
import type { Db } from '../platform/db/connect.ts';
import { openDatabase } from '../platform/db/database.ts';
import { checkNewerSchema, readSchemaState } from '../platform/db/schema-state.ts';
import { AppError } from '../platform/errors/app-error.ts';
import { createCommandTransact } from '../platform/outbox/outbox.ts';
import type { Transact } from '../platform/outbox/outbox.ts';

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
  /** Parses them and prints the target. @throws StartupError */
  settings(): Config;
  /** The error for words that match no form of the command. */
  createUsageError(): UsageError;
}

export interface Command {
  /** A line for each form, without the command's name, such as `publish <slug> --reason "<reason>"`. It declares words and options. */
  usage: string[];
  summary: string;
  help: string;
  /** @throws StartupError with an empty message if the failure is already printed; UsageError for invalid words */
  run(context: Context, input: Input): Promise<void>;
}

const write = (text: string) => void process.stdout.write(`${text}\n`);
/** Prints a text without control characters. */
export const print = (text: string): void => write(text.split('\n').map(printable).join('\n'));
export const printJson = (value: unknown): void => write(JSON.stringify(value, null, 2));
/** Prints to standard error. */
export const printStatus = (text: string): void => void process.stderr.write(`${printable(text)}\n`);

export const textOption = ({ values }: Input, name: string): string | undefined => {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
};

export function positiveInteger(input: Input, name: string): number | undefined {
  const text = textOption(input, name);
  if (text === undefined || /^[1-9]\d{0,5}$/.test(text)) return text === undefined ? undefined : Number(text);
  throw new UsageError(`--${name} must be a positive integer, not "${text}".`);
}

export const formatTime = (at: Date): string => at.toISOString().slice(0, 16).replace('T', ' ');

interface ListFormat<Row> {
  text: (row: Row) => string;
  emptyText?: string;
  json?: (row: Row) => unknown;
  separator?: string;
}

export function printList<Row>(
  { values }: Input,
  rows: readonly Row[],
  { text, emptyText = '', json = (row) => row, separator = '\n' }: ListFormat<Row>,
): void {
  if (values['json'] === true) printJson(rows.map(json));
  else print(rows.length === 0 ? emptyText : rows.map(text).join(separator));
}

/** Rejects an empty or outdated database, which may be the wrong one. Only servers and `migrate` create tables. */
async function requireMigrated(pool: pg.Pool): Promise<void> {
  const { pending, newer } = await readSchemaState(pool);
  const newerSchema = checkNewerSchema(newer);
  if (newerSchema?.isIncompatible) throw new StartupError(newerSchema.message);
  if (pending.length === 0) return;
  throw new StartupError(
    `The database lacks ${pending.length} migrations (${pending[0]}, …) of this release: check that it is the right one, then run "pnpm solvent migrate" or start a server of this release.`,
  );
}

export interface DatabaseContext {
  config: Config;
  db: Db;
  transact: Transact;
}

/** @returns text to print, if any */
type Action = (database: DatabaseContext) => Promise<string | void>;

interface DatabaseCommand extends Omit<Command, 'run'> {
  /** Parses the input before the settings are read. @returns undefined if it matches no form of the usage */
  parse(input: Input): Action | undefined;
  prepare?: NonNullable<Parameters<typeof openDatabase>[2]>;
}

/** A command on an existing database, which is closed afterwards. No server may use an embedded one meanwhile. */
export const databaseCommand = ({ parse, prepare = requireMigrated, ...command }: DatabaseCommand): Command => ({
  ...command,
  async run(context, input) {
    const action = parse(input);
    if (action === undefined) throw context.createUsageError();
    const config = context.settings();
    assertDatabaseExists(config);
    const { db, close } = await openDatabase(config, COMMAND_DATABASE_EVENTS, prepare);
    try {
      // If push is off, no server delivers these.
      const transact = createCommandTransact(db, config.push === undefined ? [pushed] : []);
      const text = await action({ config, db, transact });
      if (text !== undefined) print(text);
    } catch (error) {
      throw error instanceof AppError ? new StartupError(error.message) : error;
    } finally {
      await close();
    }
  },
});
