import { preflight } from '../preflight/preflight.ts';
import { reachAll } from '../preflight/reached.ts';
import { StartupError } from '../platform/config/startup-error.ts';
import type { Command } from './command.ts';

const HELP = `Checks whether a server could start with the settings, and lists invalid settings and services. It runs the checks of a starting
server, and also tries the identity provider and the mail server (signs in and sends nothing). It changes nothing, and works while
a server runs.

  reached    the service answers
  not tried  shows the command that does
  failed     a server would start without it; exit code 1 in production

"pnpm solvent doctor" also checks running servers.`;

export const settings: Command = {
  usage: [''],
  summary: 'check whether a server could start with the settings',
  words: 0,
  help: HELP,
  async run(context) {
    const config = context.settings();
    const { warnings, hints } = await preflight(config, { port: false });
    const { reached, untried, failed } = await reachAll(config);
    const lines = [
      ...warnings,
      ...hints,
      ...reached.map((text) => `reached    ${text}`),
      ...untried.map((text) => `not tried  ${text}`),
      ...failed.map((text) => `failed     ${text}`),
    ];
    context.print(lines.join('\n'));
    context.print(failed.length > 0 ? 'A server starts without what failed.' : 'A server can start on these settings.');
    if (failed.length > 0 && config.env === 'production') throw new StartupError('');
  },
};
