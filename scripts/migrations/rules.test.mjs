import { checkMigrations, checkMigration } from './rules.mjs';

const history = [{ tag: '0000_initial', sql: 'CREATE TABLE old (id uuid); DROP TABLE older;' }];
const after = (...sqls) => [...history, ...sqls.map((sql, index) => ({ tag: `000${index + 1}_planned`, sql }))];
/** Checks migrations after those of the previous release. */
const check = (sqls, { contractions = [], released = '0000_initial' } = {}) =>
  checkMigrations({ migrations: after(...sqls), released, contractions, history: 1 });

describe('a migration that breaks the previous release', () => {
  it.each([
    ['DROP TABLE "problems"', 'drops'],
    ['drop index "problems_newest"', 'drops'],
    ['DROP FUNCTION learn_words()', 'drops'],
    ['ALTER TABLE "problems" DROP COLUMN "budget"', 'drops'],
    ['ALTER TABLE "problems" DROP CONSTRAINT "figures"', 'drops'],
    ['ALTER TABLE "problems" ALTER COLUMN "budget" DROP DEFAULT', 'drops'],
    ['ALTER TABLE "messages" ALTER COLUMN "search" DROP EXPRESSION', 'drops an expression without a default'],
    [
      `ALTER TABLE a ALTER COLUMN b DROP EXPRESSION; ALTER TABLE c ALTER COLUMN b SET DEFAULT ''; ALTER TABLE a ALTER d SET DEFAULT 1`,
      'drops an expression without a default',
    ],
    ['ALTER TABLE "problems" RENAME COLUMN "budget" TO "price"', 'renames'],
    ['ALTER TABLE "problems" RENAME TO "tasks"', 'renames'],
    ['ALTER INDEX a RENAME TO b', 'renames'],
    ['ALTER TABLE "problems" ALTER COLUMN "budget" SET DATA TYPE bigint', 'changes a type'],
    ['ALTER TABLE problems ALTER budget TYPE bigint', 'changes a type'],
    ['ALTER TABLE "problems" ALTER COLUMN "title" SET NOT NULL', 'sets NOT NULL'],
    ['ALTER TABLE "problems" ADD COLUMN "urgency" text NOT NULL', 'adds a column that must be given'],
    [`ALTER TABLE problems ADD COLUMN a text DEFAULT 'x', ADD COLUMN b text NOT NULL`, 'adds a column that must be given'],
    ['ALTER TABLE "problems" ADD CONSTRAINT "c" CHECK (budget > 0)', 'adds a constraint'],
    ['ALTER TABLE "bids" ADD CONSTRAINT "c" FOREIGN KEY ("problem_id") REFERENCES "problems"("id")', 'adds a constraint'],
    ['CREATE UNIQUE INDEX CONCURRENTLY "a" ON "problems" ("title")', 'makes rows unique'],
    ['DELETE FROM problems', 'deletes rows'],
    ['TRUNCATE problems', 'deletes rows'],
    ['REVOKE ALL ON problems FROM solvent', 'takes rights away'],
    ['-- By hand\nCREATE TABLE a (b int);\nDROP TABLE "bids"', 'drops'],
  ])('is refused: %s', (sql, rule) => {
    expect(check([sql])).toEqual([expect.stringMatching(new RegExp(`^0001_planned ${rule}: .*contractions\\.json`))]);
  });

  it.each([
    'CREATE TABLE "a" ("b" text NOT NULL); ALTER TABLE "a" ADD CONSTRAINT "c" FOREIGN KEY ("b") REFERENCES "d"("id"); CREATE UNIQUE INDEX "e" ON "a" ("b")',
    'ALTER TABLE "problems" ADD COLUMN "urgency" text',
    `ALTER TABLE "problems" ADD COLUMN "urgency" text DEFAULT 'none' NOT NULL`,
    'ALTER TABLE "problems" ADD COLUMN "words" tsvector GENERATED ALWAYS AS (to_tsvector(title)) STORED NOT NULL',
    'ALTER TABLE "a" ADD COLUMN "b" uuid; ALTER TABLE "a" ADD CONSTRAINT "c" FOREIGN KEY ("b") REFERENCES "public"."d"("id") ON DELETE cascade',
    'ALTER TABLE "problems" ALTER COLUMN "title" DROP NOT NULL',
    `ALTER TABLE "messages" ALTER COLUMN "search" DROP EXPRESSION; ALTER TABLE "messages" ALTER COLUMN "search" SET DEFAULT ''`,
    'CREATE INDEX CONCURRENTLY "a" ON "problems" ("title")',
    "-- DROP TABLE problems\nUPDATE problems SET title = 'DROP TABLE; RENAME'",
    'CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN DELETE FROM a; DROP TABLE b; END $$',
  ])('is not reported if it only expands: %s', (sql) => {
    expect(check([sql])).toEqual([]);
  });
});

it('a migration that blocks writes is refused', () => {
  expect(check(['CREATE INDEX "a" ON "problems" ("title")'])).toEqual([expect.stringContaining('use CONCURRENTLY')]);
  expect(check(['CREATE INDEX CONCURRENTLY "a" ON "problems" ("title"); CREATE TABLE a (b int)'])).toEqual([
    expect.stringContaining('a migration of its own'),
  ]);
});

describe('a contraction', () => {
  const [expand, contract] = ['ALTER TABLE a ADD COLUMN c int', 'ALTER TABLE a DROP COLUMN b'];
  const mark = { migration: '0002_planned', unusedSince: '0001_planned', why: 'c stands in for b' };

  it('is accepted after a release that does not use it', () => {
    expect(check([expand, contract], { contractions: [mark], released: '0001_planned' })).toEqual([]);
  });

  it.each([
    ['while the previous release uses it', mark, '0000_initial', /previous release ends with 0000_initial and uses it: wait/],
    ['that is its own expansion', { ...mark, unusedSince: '0002_planned' }, '0001_planned', /not before it/],
    ['without a reason', { ...mark, why: ' ' }, '0001_planned', /does not state why/],
    ['with an unknown migration', { ...mark, unusedSince: '0009_gone' }, '0001_planned', /0009_gone, which is no migration/],
  ])('is refused %s', (_what, given, released, message) => {
    expect(check([expand, contract], { contractions: [given], released })).toEqual([expect.stringMatching(message)]);
  });

  it('is not listed if it removes nothing', () => {
    const contractions = [{ ...mark, migration: '0002_planned' }];
    expect(check([expand, expand], { contractions, released: '0001_planned' })).toEqual([
      expect.stringMatching(/removes nothing/),
    ]);
  });
});

it('ignores words in string literals and comments', () => {
  expect(checkMigration("/* DROP */ SELECT 'it''s; DROP TABLE a' -- RENAME")).toEqual({ contractions: [], blocking: [] });
});
