import { StartupError } from '../platform/config/startup-error.ts';
import { examine } from '../preflight/examination/examine.ts';
import { preflight } from '../preflight/preflight.ts';
import { reachAll } from '../preflight/reached.ts';
import { JSON_OPTION } from './command.ts';
import type { Command } from './command.ts';

const SETTINGS_HELP = `Checks whether a server could start with the settings, and lists invalid settings and services. It runs the checks of a starting
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
  help: SETTINGS_HELP,
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

const DOCTOR_HELP = `Checks everything that servers with these settings depend on, and prints one line for each check with the state and what to do:

  ok     works
  warn   works, but may not be intended
  fail   users will notice: exit code 1

It checks the version of Node, the database, Redis, files (writes, reads and removes an object), releases, the identity provider, the
mail server (signs in and sends nothing), and a running server at PUBLIC_URL, which reports the client address that it sees.
--json prints JSON.

"pnpm solvent settings" checks whether a server would start, and writes nothing.`;

export const doctor: Command = {
  usage: ['[--json]'],
  summary: 'check everything that servers depend on',
  words: 0,
  help: DOCTOR_HELP,
  options: JSON_OPTION,
  async run({ settings: getSettings, print, printJson }, { values }) {
    const findings = await examine(getSettings());
    if (values['json'] === true) printJson(findings);
    else print(findings.map(({ state, name, sentence }) => `${state.padEnd(4)} ${name}: ${sentence}`).join('\n'));
    if (findings.some(({ state }) => state === 'fail')) throw new StartupError('');
  },
};
