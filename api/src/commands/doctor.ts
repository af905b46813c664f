import { StartupError } from '../platform/config/startup-error.ts';
import { examine } from '../preflight/examination/examine.ts';
import { JSON_OPTION } from './command.ts';
import type { Command } from './command.ts';

const HELP = `Checks everything that servers with these settings depend on, and prints one line for each check with the state and what to do:

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
  help: HELP,
  options: JSON_OPTION,
  async run({ settings, print, printJson }, { values }) {
    const findings = await examine(settings());
    if (values['json'] === true) printJson(findings);
    else print(findings.map(({ state, name, sentence }) => `${state.padEnd(4)} ${name}: ${sentence}`).join('\n'));
    if (findings.some(({ state }) => state === 'fail')) throw new StartupError('');
  },
};
