import { backup } from './commands/backup.ts';
import { runCommand } from './commands/cli.ts';
import type { Command } from './commands/command.ts';
import { accounts } from './commands/accounts.ts';
import { audit } from './commands/audit.ts';
import { content } from './commands/content.ts';
import { doctor } from './commands/doctor.ts';
import { disputes } from './commands/disputes.ts';
import { jobs } from './commands/jobs.ts';
import { messages } from './commands/messages.ts';
import { migrate } from './commands/migrate.ts';
import { modules } from './commands/modules.ts';
import { objects } from './commands/objects.ts';
import { restore } from './commands/restore.ts';
import { settings } from './commands/settings.ts';
import { statements } from './commands/statements.ts';
import { runProgram } from './platform/config/run-program.ts';
import { loadOperatorEnvFile } from '@solvent/setup/env-file';

/** In the order of the help. */
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
