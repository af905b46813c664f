import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkMigrations } from './migrations/rules.mjs';
import { ROOT } from './setup/root.mjs';
import { runMain, StartError } from './setup/start-error.mjs';

/** Migrations that are older than the rule: history is not rewritten. */
const HISTORY = 4;

const FOLDER = join(ROOT, 'api/migrations');
const readJson = (name) => JSON.parse(readFileSync(join(FOLDER, name), 'utf8'));

/** Whether the release before could run on what the migrations make (api/README.md, Database). */
await runMain(async () => {
  const migrations = readJson('meta/_journal.json').entries.map(({ tag }) => ({
    tag,
    sql: readFileSync(join(FOLDER, `${tag}.sql`), 'utf8'),
  }));
  const contractions = readJson('contractions.json');
  const released = readJson('previous-release.json').migration;
  const problems = checkMigrations({ migrations, released, contractions, history: HISTORY });
  if (problems.length > 0) throw new StartError(problems.join('\n'));
  process.stdout.write(
    `${migrations.length - HISTORY} migrations since the rule only expand, or take away what no release uses.\n`,
  );
});
