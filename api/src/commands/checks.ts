import { StartupError } from '../platform/config/startup-error.ts';
import { examine, examineSettings } from '../preflight/preflight.ts';
import type { NamedFinding } from '../preflight/finding.ts';
import { print, printList } from './command.ts';
import type { Command, Input } from './command.ts';

/** Returns whether a check failed. */
function printFindings(input: Input, findings: NamedFinding[]): boolean {
  const text = ({ state, name, sentence }: NamedFinding) => `${state.padEnd(4)} ${name}: ${sentence}`;
  printList(input, findings, { text });
  return findings.some(({ state }) => state === 'fail');
}

const STATES = `  ok     works
  warn   works, but may not be intended
  fail   users will notice: exit code 1`;

export const settings: Command = {
  usage: [''],
  summary: 'check whether a server could start with the settings',
  help: `Runs the checks of a starting server and those of "pnpm solvent doctor" that need no running server. It changes nothing.

${STATES} in production

Not checked are whether mail arrives (send a message by /contact), and whether FIREBASE_API_KEY and FIREBASE_AUTH_DOMAIN are right
(sign up).`,
  async run(context, input) {
    const config = context.settings();
    const hasFailed = printFindings(input, await examineSettings(config));
    if (hasFailed && config.env === 'production') throw new StartupError('Correct what failed before a server starts.');
    print('A server can start on these settings.');
  },
};

export const doctor: Command = {
  usage: ['[--json]'],
  summary: 'check everything that servers depend on',
  help: `Checks everything that servers with these settings depend on, and prints one line for each check with the state and what to do:

${STATES}

It writes, reads and removes an object, signs in to the mail server and sends nothing, and asks a running server at PUBLIC_URL which
client address it sees.`,
  async run(context, input) {
    if (printFindings(input, await examine(context.settings()))) throw new StartupError('');
  },
};
