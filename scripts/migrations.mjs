import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkMigrations } from './migrations/rules.mjs';
import { ROOT } from './setup/root.mjs';
import { runMain, StartError } from './setup/start-error.mjs';

/** Number of migrations that are older than the rules, which are not checked. */
const OLDER_MIGRATIONS = 4;

const FOLDER = join(ROOT, 'api/migrations');
const readJson = (name) => JSON.parse(readFileSync(join(FOLDER, name), 'utf8'));

/** `npm test -- --only migrations`: checks that the previous release can run on the new migrations (api/README.md, Database). */
await runMain(async () => {
  const migrations = readJson('meta/_journal.json').entries.map(({ tag }) => ({
    tag,
    sql: readFileSync(join(FOLDER, `${tag}.sql`), 'utf8'),
  }));
  const contractions = readJson('contractions.json');
  const released = readJson('previous-release.json').migration;
  const problems = checkMigrations({ migrations, released, contractions, history: OLDER_MIGRATIONS });
  if (problems.length > 0) throw new StartError(problems.join('\n'));
  process.stdout.write(`${migrations.length - OLDER_MIGRATIONS} migrations only expand, or remove what no release uses.\n`);
});
