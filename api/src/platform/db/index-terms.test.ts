import { sql } from 'drizzle-orm';
import { spellTerms } from '@solvent/contracts/search';
import { buildProblem, listed } from '../../testing/problems.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

it.each([
  'C++, C/C++17 #12 a#b C#/.NET g++ i++ x.NET',
  '.env ../.env.local list.map(x).then() e.g. U.S. 1.2.3-beta.1 v18.2 ES6.1. .5 5.',
  '@angular/core <div> foo… “quoted” «x» ¿y? a_b don’t',
  'résumé Größe Ångström ŁÓDŹ đ æ ø ﬁ ① ½',
  '日本語の全文検索、React入門 々 ｶﾞ ＡＢＣ 한국어 ภาษาไทย',
  'ПРИВЕТ Ёлка ΟΔΟΣ Ω',
])('the database spells terms as TypeScript does (decision 0088): %s', async (text) => {
  // Words that are plain in the eyes of the database have no further terms.
  const special = text.split(' ').filter((chunk) => !/^["'([*_`]*(?![vV]\d)[A-Za-z0-9']*["'`,;:!?)\]*_.]*$/.test(chunk));
  const spelled = spellTerms(special.join(' ')).toLowerCase().replaceAll('ς', 'σ');
  const { rows } = await test.db.execute<{ made: string; wanted: string }>(sql`
    SELECT search_terms(${text})::text AS made,
      (to_tsvector('pg_catalog.english', ${text}) || to_tsvector('pg_catalog.english', ${spelled}))::text AS wanted`);
  expect(rows[0]?.made).toBe(rows[0]?.wanted);
});

it('gives rows of a release before their terms, and leaves the others alone', async () => {
  const { id } = await test.user();
  await buildProblem(test.db, id, { title: 'Leak in C++' });
  await buildProblem(test.db, id, { title: 'Plain words' });
  const versions = async () => (await test.db.execute(sql`SELECT title, xmin::text FROM problems ORDER BY title`)).rows;
  // As the function of the release before made it.
  await test.db.execute(sql`ALTER TABLE problems ALTER COLUMN search DROP EXPRESSION`);
  await test.db.execute(sql`UPDATE problems SET search = to_tsvector('english', title)  WHERE title LIKE 'Leak%'`);
  await test.db.execute(sql`CREATE FUNCTION again() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    NEW.search := search_words(NEW.title, NEW.tags, NEW.body); RETURN NEW; END $$`);
  await test.db.execute(sql`CREATE TRIGGER again BEFORE UPDATE OF title ON problems FOR EACH ROW EXECUTE FUNCTION again()`);
  expect((await listed(test, 'search=C%2B%2B')).titles).toEqual([]);
  const before = await versions();
  await test.db.execute(sql`INSERT INTO pgboss.job (name, data) VALUES ('search-terms', '{"table":"problems"}')`);
  await test.doJobs();
  expect((await listed(test, 'search=C%2B%2B')).titles).toEqual(['Leak in C++']);
  const after = await versions();
  expect(after[0]).not.toEqual(before[0]);
  expect(after[1]).toEqual(before[1]);
});
