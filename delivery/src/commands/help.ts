import type { Command } from './command.ts';

const COMMON = `Every command takes
  --channel <name>   another channel than CHANNEL: by default local in the store of one's own machine, else production
  --why "…"          the reason, kept in the channel's history beside who did it (DELIVERY_USER, else the system user)

The store is the bucket RELEASES_URL (s3://…), else the folder RELEASES_DIR, else "releases" in DATA_DIR (.data). Settings come from the
environment and from a file: the one that ENV_FILE names, else /etc/solvent/env where there is one, else .env. The first line on standard
error names the store and the channel that a command works on.`;

export function formatUsage(commands: ReadonlyMap<string, Command>): string {
  const width = Math.max(...[...commands.keys()].map(({ length }) => length));
  return [
    'Usage: pnpm delivery <command>',
    '',
    'A build is published (stored, for ever the same) and then promoted (made live in a channel, for all browsers or for some).',
    '',
    ...[...commands].map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    '"pnpm delivery help <command>" teaches one of them.',
    '',
    COMMON,
  ].join('\n');
}

export const formatCommandHelp = (name: string, { usage, lesson }: Command): string =>
  [`Usage: ${['pnpm delivery', name, usage].filter(Boolean).join(' ')}`, '', lesson, '', COMMON].join('\n');
