import { preflight } from '../preflight/preflight.ts';
import { reachAll } from '../preflight/reached.ts';
import { StartupError } from '../platform/config/startup-error.ts';
import type { Command } from './command.ts';

const LESSON = `Says whether a server could start on the settings: what is wrong in them, what of all that they name was reached, and what was not
tried. It does what a server does first, and tries the mail server (it signs in and sends nothing) and the identity provider besides. It
changes nothing. A server that runs may have the port.

  reached    it answers
  not tried  with the command that does
  failed     a server would start without it: in production exit code 1

"pnpm solvent doctor" looks further, at what runs.`;

export const settings: Command = {
  usage: [''],
  summary: 'whether a server could start on the settings; changes nothing',
  words: 0,
  lesson: LESSON,
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
    if (failed.length > 0 && config.env === 'production') throw new StartupError('');
    context.print('A server can start on these settings.');
  },
};
