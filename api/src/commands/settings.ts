import { preflight } from '../preflight/preflight.ts';
import type { Command } from './command.ts';

const LESSON = `Says whether a server could start on the settings: what is wrong in them, and whether all that they name was reached.
It is what a server does first, and changes nothing. A server that runs may have the port.

"pnpm solvent doctor" looks further, at what runs.`;

export const settings: Command = {
  usage: [''],
  summary: 'whether a server could start on the settings; changes nothing',
  words: 0,
  lesson: LESSON,
  async run(context) {
    const { warnings, hints } = await preflight(context.settings(), { port: false });
    context.print([...warnings, ...hints, 'The settings are right, and all that they name was reached.'].join('\n'));
  },
};
