import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'drizzle-orm';
import { createVerifiedUser } from '../../../api/src/features/accounts/auth/users.ts';
import type * as DemoProgram from '../../demo/src/demo.ts';
import type { Db } from '../../../api/src/platform/db/connect.ts';
import { ROOT } from '../../../scripts/setup/root.mjs';

/** Number of problems that the demo's program creates. An SQL statement copies them to create the others. */
const ORIGINAL_COUNT = 1000;
const COPIES_PER_STATEMENT = 11;

/** The bundled program, because its data and packages are resolved from its folder. */
const DEMO_PROGRAM_URL = pathToFileURL(join(ROOT, 'dev/demo/dist/demo.js')).href;

async function addPeople(db: Db): Promise<void> {
  for (let number = 0; number < 40; number += 1) {
    const role = number % 2 === 0 ? 'seeker' : 'solver';
    await createVerifiedUser(db, { name: `Person ${number}`, email: `person-${number}@example.com`, passwordHash: null, role });
  }
}

/** Inserts copies of the originals in the same order by age, each with a unique word. */
async function addCopies(db: Db, from: number, to: number): Promise<void> {
  await db.execute(sql`
    INSERT INTO problems (id, user_id, title, body, description, category, tags, budget, status, bid_count, created_at, updated_at)
    SELECT gen_random_uuid(), user_id, title, body || ' Copy' || (n * ${ORIGINAL_COUNT}::int + position), description, category, tags,
      budget + n, status, bid_count, created_at - n * interval '5 minutes', updated_at
    FROM (SELECT *, row_number() OVER (ORDER BY id) AS position FROM problems ORDER BY created_at DESC) AS originals,
      generate_series(${from}::int, ${to}::int) AS n
    WHERE position <= ${ORIGINAL_COUNT} AND body NOT LIKE '% Copy%'`);
}

const SYLLABLES =
  'ac,bel,cor,dra,el,fin,gro,hi,jun,kas,lo,mer,nid,or,pra,qui,ros,sta,tun,ul,ver,wex,yar,zo,cle,dis,fra,gen,hol,ind,lat,mod,net,pol,ser,tic,vis';

/** Adds as many words of three syllables as real titles would have, because copies only repeat the words of the originals. */
export const addWords = (db: Db) =>
  db.execute(sql`
    INSERT INTO problem_words (word)
    SELECT DISTINCT a || b || c FROM unnest(string_to_array(${SYLLABLES}, ',')) AS a, unnest(string_to_array(${SYLLABLES}, ',')) AS b,
      unnest(string_to_array(${SYLLABLES}, ',')) AS c
    ON CONFLICT DO NOTHING`);

/** Adds the original problems, which addCopies multiplies, and their posters. The database must be empty. */
export async function addOriginals(db: Db): Promise<void> {
  await addPeople(db);
  const { addProblems } = (await import(/* webpackIgnore: true */ DEMO_PROGRAM_URL)) as typeof DemoProgram;
  await addProblems(db, ORIGINAL_COUNT);
}

/** Fills an empty database with `count` problems of the last year. @param count a multiple of a thousand */
export async function addManyProblems(db: Db, count: number): Promise<void> {
  await addOriginals(db);
  const copies = count / ORIGINAL_COUNT - 1;
  for (let from = 1; from <= copies; from += COPIES_PER_STATEMENT) {
    await addCopies(db, from, Math.min(copies, from + COPIES_PER_STATEMENT - 1));
  }
  await addWords(db);
  await db.execute(sql`VACUUM ANALYZE problems, problem_words`);
}
