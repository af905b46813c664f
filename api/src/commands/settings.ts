import { preflight } from '../preflight/preflight.ts';
import { reachAll } from '../preflight/reached.ts';
import { StartupError } from '../platform/config/startup-error.ts';
import type { Command } from './command.ts';

const HELP = `Checks whether a server could start with the settings: lists invalid settings, the services that were reached, and those that were
not tried. It runs the first checks of a server, and also tries the mail server (it signs in and sends nothing) and the identity
provider. It changes nothing. A running server may use the port.

  reached    it answers
  not tried  with the command that does
  failed     a server would start without it: in production exit code 1

"pnpm solvent doctor" looks further, at what runs.`;

export const settings: Command = {
  usage: [''],
  summary: 'whether a server could start on the settings; changes nothing',
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
