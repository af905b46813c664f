import { parseArgs } from 'node:util';
import { makeContext } from './commands/context.ts';
import type { Context } from './commands/context.ts';
import { deployCommand } from './commands/deploy.ts';
import { devCommand } from './commands/dev.ts';
import { promoteCommand } from './commands/promote.ts';
import { publishCommand } from './commands/publish.ts';
import { statusCommand } from './commands/status.ts';
import { DeliveryError } from './releases/delivery-error.ts';

const USAGE = `Usage: pnpm delivery <command> [--channel production] [--why "…"]

  publish <name> [--dist folder]   check a build and put it into the release store
  promote <name>@<version>         make a published version live
  deploy [name …]                  publish and make live what is built, in one revision
  status                           what is live
  dev <name>=<origin> …            make the development channel with dev servers

The store is the bucket RELEASES_URL or the folder RELEASES_DIR, else releases in DATA_DIR (.data).`;

const OPTIONS = { channel: { type: 'string' }, why: { type: 'string' }, dist: { type: 'string' } } as const;

/**
 * Runs one command.
 *
 * @param root folder of the workspace
 * @returns the exit code
 */
export async function runCli(args: string[], root: string, env: NodeJS.ProcessEnv): Promise<number> {
  try {
    const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
    const [command = '', ...rest] = positionals;
    await run(command, rest, values.dist, makeContext(root, env, values));
    return 0;
  } catch (error) {
    const isOurs = error instanceof DeliveryError || isWrongOption(error);
    process.stderr.write(`${isOurs ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
    return 1;
  }
}

async function run(command: string, args: string[], dist: string | undefined, context: Context): Promise<void> {
  const [first] = args;
  if (command === 'publish' && first) await publishCommand(context, first, dist);
  else if (command === 'promote' && first) await promoteCommand(context, first);
  else if (command === 'deploy') await deployCommand(context, args);
  else if (command === 'dev') await devCommand(context, args);
  else if (command === 'status') await statusCommand(context);
  else throw new DeliveryError(USAGE);
}

const isWrongOption = (error: unknown): error is Error =>
  error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
