import { sql } from 'drizzle-orm';
import { toTermText } from '@solvent/contracts/search';
import { pairInConversation } from '../../testing/pair.ts';
import { buildModule } from '../../testing/modules.ts';
import { buildProblem, listProblems } from '../../testing/problems.ts';
import { setUpTestApp } from '../../testing/test-app.ts';

const test = setUpTestApp();

it.each([
  'C++, C/C++17 #12 a#b C#/.NET g++ i++ x.NET',
  '.env ../.env.local list.map(x).then() e.g. U.S. 1.2.3-beta.1 v18.2 ES6.1. .5 5.',
  '@angular/core <div> foo… “quoted” «x» ¿y? a_b don’t',
  'résumé Größe Ångström ŁÓDŹ đ æ ø ﬁ ① ½',
  '日本語の全文検索、React入門 々 ｶﾞ ＡＢＣ 한국어 ภาษาไทย',
  'ПРИВЕТ Ёлка ΟΔΟΣ Ω',
])('the database spells terms as TypeScript does (decision 0087): %s', async (text) => {
  // The database derives no further terms for plain words.
  const special = text.split(' ').filter((chunk) => !/^["'([*_`]*(?![vV]\d)[A-Za-z0-9']*["'`,;:!?)\]*_.]*$/.test(chunk));
  const spelled = toTermText(special.join(' ')).toLowerCase().replaceAll('ς', 'σ');
  const { rows } = await test.db.execute<{ made: string; wanted: string }>(sql`
    SELECT search_terms(${text})::text AS made,
      (to_tsvector('pg_catalog.english', ${text}) || to_tsvector('pg_catalog.english', ${spelled}))::text AS wanted`);
  expect(rows[0]?.made).toBe(rows[0]?.wanted);
});

it('indexes rows of the previous release, and does not change the others', async () => {
  const { id } = await test.user();
  await buildProblem(test.db, id, { title: 'Leak in C++' });
  await buildProblem(test.db, id, { title: 'Plain words' });
  const versions = async () => (await test.db.execute(sql`SELECT title, xmin::text FROM problems ORDER BY title`)).rows;
  // Like the function of the previous release.
  await test.db.execute(sql`ALTER TABLE problems ALTER COLUMN search DROP EXPRESSION`);
  await test.db.execute(sql`UPDATE problems SET search = to_tsvector('english', title)  WHERE title LIKE 'Leak%'`);
  await test.db.execute(sql`CREATE FUNCTION again() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    NEW.search := search_words(NEW.title, NEW.tags, NEW.body); RETURN NEW; END $$`);
  await test.db.execute(sql`CREATE TRIGGER again BEFORE UPDATE OF title ON problems FOR EACH ROW EXECUTE FUNCTION again()`);
  expect((await listProblems(test, 'search=C%2B%2B')).titles).toEqual([]);
  const before = await versions();
  await test.db.execute(sql`INSERT INTO pgboss.job (name, data) VALUES ('search-terms', '{"table":"problems"}')`);
  await test.runJobs();
  expect((await listProblems(test, 'search=C%2B%2B')).titles).toEqual(['Leak in C++']);
  const after = await versions();
  expect(after[0]).not.toEqual(before[0]);
  expect(after[1]).toEqual(before[1]);
});

it('adds words of older modules, which correct typos', async () => {
  const author = await test.signedIn('solver');
  for (const title of ['Promise retry', 'Chart dashboard'])
    await buildModule(test, author, { slug: title.replace(' ', '-'), title });
  await test.db.execute(sql`DELETE FROM module_words`);
  const search = async () => (await test.request('GET', '/api/modules?search=retyr')).body;
  expect(await search()).toMatchObject({ total: 0, searchedFor: null });
  await test.db.execute(sql`INSERT INTO pgboss.job (name, data) VALUES ('module-words', '{}')`);
  await test.runJobs();
  expect(await search()).toMatchObject({ total: 1, searchedFor: 'retry' });
});

it('learns words of a module again only if its title or tags change', async () => {
  const author = await test.signedIn('solver');
  await buildModule(test, author, { slug: 'same-title', title: 'Gantt timeline' });
  const readWords = async () =>
    (await test.db.execute(sql`SELECT word FROM module_words ORDER BY word`)).rows.map(({ word }) => word);
  expect(await readWords()).toEqual(expect.arrayContaining(['gantt', 'timeline']));
  await test.db.execute(sql`DELETE FROM module_words`);
  // Like the job that indexes terms.
  await test.db.execute(sql`UPDATE modules SET title = modules.title`);
  expect(await readWords()).toEqual([]);
  await test.db.execute(sql`UPDATE modules SET title = 'Kanban', tags = '{}' WHERE slug = 'same-title'`);
  expect(await readWords()).toEqual(['kanban']);
});

describe('many rows of the previous release', () => {
  const many = setUpTestApp();
  let talk: Awaited<ReturnType<typeof pairInConversation>>;
  beforeAll(async () => {
    talk = await pairInConversation(many.db);
  });

  /** Messages about C++ whose vectors contain only plain words. */
  const addMessages = async (count: number, content: string) => {
    await many.db.execute(sql`ALTER TABLE messages DISABLE TRIGGER messages_search_terms`);
    await many.db.execute(sql`
      INSERT INTO messages (id, conversation_id, seq, sender_id, client_id, content, created_at, search)
      SELECT gen_random_uuid(), ${talk.conversationId}, n, ${talk.seeker.user.id}, gen_random_uuid(), ${content}, now(), to_tsvector('english', 'c')
      FROM generate_series(1, ${count}::int) AS n`);
    await many.db.execute(sql`ALTER TABLE messages ENABLE TRIGGER messages_search_terms`);
  };
  const start = () => many.db.execute(sql`INSERT INTO pgboss.job (name, data) VALUES ('search-terms', '{"table":"messages"}')`);
  const countIndexed = async () => {
    const { rows } = await many.db.execute(sql`
      SELECT count(*)::int AS indexed, count(DISTINCT xmin::text)::int AS statements FROM messages WHERE search @@ 'cplusplus'`);
    return rows[0];
  };

  it('are indexed in batches', async () => {
    await addMessages(350, 'C++');
    await start();
    await many.runJobs();
    expect(await countIndexed()).toEqual({ indexed: 350, statements: 4 });
  });

  it('are in smaller batches if they are long, and the next job continues', async () => {
    await many.db.execute(sql`DELETE FROM messages`);
    await addMessages(25, `C++ ${'long '.repeat(7000)}`);
    await start();
    await many.runJobs();
    expect(await countIndexed()).toEqual({ indexed: 25, statements: 25 });
  });
});
