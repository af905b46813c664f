import { StartupError } from '../platform/config/startup-error.ts';
import { examine } from '../preflight/examination/examine.ts';
import { JSON_OPTION } from './command.ts';
import type { Command } from './command.ts';

const HELP = `Looks at all that servers on these settings stand on, and says of each in a line how it is and what to do:

  ok     it is as it should be
  warn   it works, and may not be meant so
  fail   people will notice: exit code 1

It reaches the database, Redis, files (writes, reads and removes an object), releases, the identity provider, the mail server (signs in
and sends nothing), and by PUBLIC_URL a server that runs, which reports the client address that it sees, and
checks the version of Node. --json lists for machines.

"pnpm solvent settings" says whether a server would start, and writes nothing anywhere.`;

export const doctor: Command = {
  usage: ['[--json]'],
  summary: 'looks at everything that servers stand on, and says what to do',
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
