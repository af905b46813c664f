import type { Command } from './command.ts';

const FOOT = `"pnpm solvent help <command>" teaches one of them. Settings come from the environment and from a file: the one that ENV_FILE
names, else /etc/solvent/env where there is one, else .env. The first line on standard error names the database, the data folder and the
channel that a command works on.
Exit codes: 0 done, 1 it failed or something is wrong, 2 it was called with what it does not know.`;

export function formatUsage(commands: ReadonlyMap<string, Command>): string {
  const width = Math.max(...[...commands.keys()].map(({ length }) => length));
  return [
    'Usage: pnpm solvent <command>   (where there is no pnpm: node api/dist/solvent.js <command>)',
    '',
    ...[...commands].map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    FOOT,
  ].join('\n');
}

export const formatCommandHelp = (name: string, { usage, help }: Command): string =>
  [
    ...usage.map((form, index) =>
      [index === 0 ? 'Usage:' : '      ', 'pnpm solvent', name, form].filter(Boolean).join(' ').trimEnd(),
    ),
    '',
    help,
  ].join('\n');
