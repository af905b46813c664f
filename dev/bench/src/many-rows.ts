import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'drizzle-orm';
import { createVerifiedUser } from '../../../api/src/features/accounts/auth/users.ts';
import type * as DemoProgram from '../../demo/src/demo.ts';
import type { Db } from '../../../api/src/platform/db/connect.ts';
import { ROOT } from '../../../scripts/setup/root.mjs';

/** Problems that are made one by one; the others are their copies, made by the database itself. */
const ORIGINALS = 1000;
const COPIES_AT_ONCE = 11;

/** As it was built: its data and its packages lie there. */
const DEMO = pathToFileURL(join(ROOT, 'dev/demo/dist/demo.js')).href;

async function addPeople(db: Db): Promise<void> {
  for (let number = 0; number < 40; number += 1) {
    const role = number % 2 === 0 ? 'seeker' : 'solver';
    await createVerifiedUser(db, { name: `Person ${number}`, email: `person-${number}@example.com`, passwordHash: null, role });
  }
}

/** Copies of the originals, each between the same two neighbours in age, with a word in its text that no other has. */
async function addCopies(db: Db, from: number, to: number): Promise<void> {
  await db.execute(sql`
    INSERT INTO problems (id, user_id, title, body, description, category, tags, budget, status, bid_count, created_at, updated_at)
    SELECT gen_random_uuid(), user_id, title, body || ' Copy' || (n * ${ORIGINALS}::int + place), description, category, tags,
      budget + n, status, bid_count, created_at - n * interval '5 minutes', updated_at
    FROM (SELECT *, row_number() OVER (ORDER BY id) AS place FROM problems ORDER BY created_at DESC) AS originals,
      generate_series(${from}::int, ${to}::int) AS n
    WHERE place <= ${ORIGINALS} AND body NOT LIKE '% Copy%'`);
}

const SYLLABLES =
  'ac,bel,cor,dra,el,fin,gro,hi,jun,kas,lo,mer,nid,or,pra,qui,ros,sta,tun,ul,ver,wex,yar,zo,cle,dis,fra,gen,hol,ind,lat,mod,net,pol,ser,tic,vis';

/** The copies have the words of the originals: here are as many words as titles of people would have, each made of three syllables. */
export const addWords = (db: Db) =>
  db.execute(sql`
    INSERT INTO problem_words (word)
    SELECT DISTINCT a || b || c FROM unnest(string_to_array(${SYLLABLES}, ',')) AS a, unnest(string_to_array(${SYLLABLES}, ',')) AS b,
      unnest(string_to_array(${SYLLABLES}, ',')) AS c
    ON CONFLICT DO NOTHING`);

/** The problems of which all others are copies, in an empty database, with people who posted them. */
export async function addOriginals(db: Db): Promise<void> {
  await addPeople(db);
  // It is built of that source.
  const { addProblems } = (await import(/* webpackIgnore: true */ DEMO)) as typeof DemoProgram;
  await addProblems(db, ORIGINALS);
}

/** Fills an empty database with `count` problems of the year before now, a multiple of a thousand. */
export async function addManyProblems(db: Db, count: number): Promise<void> {
  await addOriginals(db);
  const copies = count / ORIGINALS - 1;
  for (let from = 1; from <= copies; from += COPIES_AT_ONCE) {
    await addCopies(db, from, Math.min(copies, from + COPIES_AT_ONCE - 1));
  }
  await addWords(db);
  await db.execute(sql`VACUUM ANALYZE problems, problem_words`);
}
