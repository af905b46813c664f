import { loadOperatorEnvFile } from '@solvent/setup/env-file';
import { backup, objects, restore } from './commands/backup.ts';
import { runCommand } from './commands/cli.ts';
import type { Command } from './commands/command.ts';
import { accounts } from './commands/accounts.ts';
import { audit } from './commands/audit.ts';
import { content } from './commands/content.ts';
import { doctor, settings } from './commands/checks.ts';
import { disputes, modules } from './commands/decisions.ts';
import { jobs } from './commands/jobs.ts';
import { messages } from './commands/messages.ts';
import { migrate, statements } from './commands/database.ts';
import { reports } from './commands/reports.ts';
import { runProgram } from './platform/config/run-program.ts';

/** Commands in the order of the help text. */
const COMMANDS = new Map<string, Command>(
  Object.entries({
    settings,
    doctor,
    migrate,
    backup,
    restore,
    objects,
    messages,
    accounts,
    content,
    modules,
    disputes,
    reports,
    audit,
    jobs,
    statements,
  }),
);

// A reader such as "head" may close the pipe: the command continues.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

runProgram(
  (load) => runCommand(COMMANDS, process.argv.slice(2), load),
  () => loadOperatorEnvFile(),
);
