import type { Amounts } from './amounts.ts';
import { buildSkewedNumber } from './fill-people.ts';

/** Number of problems from the demo data. All others are copies of them. */
const ORIGINAL_COUNT = 1000;
/** Number of copies of each original that one statement inserts. */
const COPIES_PER_STATEMENT = 100;

/** Inserts copies with other posters, prices and numbers of bids, and with a unique word. */
const buildCopyInsert = (people: number, from: number, to: number) => `
  INSERT INTO problems (id, user_id, title, body, description, category, tags, budget, status, bid_count, solved_at, created_at, updated_at)
  SELECT bench.id_at(at), seekers.id, title, body || ' Copy' || (copy_number * ${ORIGINAL_COUNT} + position), description, category, tags, budget + copy_number % 1000, status,
    greatest((status IN ('in-progress', 'solved'))::int, CASE WHEN random() < 0.0001 THEN 50 + random() * 250 ELSE -2 * ln(1 - random()) END::int),
    CASE status WHEN 'solved' THEN at END, at, at
  FROM (SELECT originals.*, copy_number, created_at - random() * interval '1 year' AS at, ${buildSkewedNumber(people / 2, 2)} AS user_number
      FROM bench.originals, generate_series(${from}, ${to}) AS copy_number OFFSET 0) AS copied JOIN bench.seekers ON seekers.n = user_number`;

/** Stores the rows to copy in a separate table, because the copies are added to `problems`. */
export const CREATE_ORIGINALS_TABLE =
  'CREATE TABLE bench.originals AS SELECT *, row_number() OVER (ORDER BY id) AS position FROM problems';

/** Builds a statement for each hundred thousand problems. */
export function buildCopyStatements({ people, problems }: Amounts): string[] {
  const last = problems / ORIGINAL_COUNT - 1;
  const starts = Array.from(
    { length: Math.ceil(last / COPIES_PER_STATEMENT) },
    (_, position) => 1 + position * COPIES_PER_STATEMENT,
  );
  return starts.map((from) => buildCopyInsert(people, from, Math.min(last, from + COPIES_PER_STATEMENT - 1)));
}

/** Inserts `bid_count` bids of different solvers for each problem. If one was accepted, it is the first. */
const buildBidsStatement = ({ people }: Amounts) => `
  INSERT INTO bids (id, problem_id, solver_id, amount, message, estimated_days, status, created_at, updated_at)
  SELECT bench.id_at(at), problem_id, solvers.id, greatest(5, budget * (85 + position % 5 * 5) / 100),
    'I have done this before: the cause is known to me, a test shows it, and the change is small. We can begin on any day of this week.',
    1 + position % 30, CASE WHEN NOT taken THEN 'pending' WHEN position = 1 THEN 'accepted' ELSE 'rejected' END, at, at
  FROM (SELECT id AS problem_id, budget, status IN ('in-progress', 'solved') AS taken, position, created_at + position * interval '10 minutes' AS at,
      1 + (start + position) % (${people} / 2) AS user_number
    FROM (SELECT *, ${buildSkewedNumber(people / 2, 2)} AS start FROM problems WHERE body LIKE '% Copy%' OFFSET 0) AS problems,
      generate_series(1, bid_count) AS position) AS offered JOIN bench.solvers ON solvers.n = user_number`;

const AGREEMENTS_STATEMENT = `
  INSERT INTO agreements (id, problem_id, bid_id, seeker_id, solver_id, status, amount, due_at, accepted_at, solved_at, paid_at, received_at)
  SELECT bench.id_at(bids.created_at), problems.id, bids.id, problems.user_id, bids.solver_id,
    CASE problems.status WHEN 'solved' THEN 'solved' ELSE 'accepted' END, amount, bids.created_at + interval '30 days', bids.created_at,
    solved_at, solved_at, solved_at
  FROM problems JOIN bids ON bids.problem_id = problems.id AND bids.status = 'accepted' WHERE body LIKE '% Copy%'`;

const buildReviewsStatement = (author: string, subject: string) => `
  INSERT INTO person_reviews (id, problem_id, author_id, subject_id, rating, text, created_at, visible_from)
  SELECT bench.id_at(solved_at), problem_id, ${author}, ${subject}, 1 + floor(5 * sqrt(random()))::int,
    'Clear words, quick answers, and all that was agreed on came in time.', solved_at, solved_at
  FROM agreements WHERE status = 'solved' AND solved_at IS NOT NULL AND random() < 0.7 AND seeker_id <> solver_id`;

/** Inserts comments on more than half of the problems. Three problems have the maximum number of comments. */
const buildCommentsStatement = ({ people }: Amounts) => `
  INSERT INTO comments (id, problem_id, author_id, content, created_at)
  SELECT bench.id_at(at), problem_id, solvers.id, 'Does it also happen with the version before, and which database does it run on?', at
  FROM (SELECT id AS problem_id, created_at + position * interval '1 minute' AS at, ${buildSkewedNumber(people / 2, 2)} AS user_number
    FROM (SELECT id, created_at, row_number() OVER (ORDER BY created_at DESC) AS age FROM problems) AS problems,
      generate_series(1, CASE WHEN age <= 3 THEN 500 ELSE floor(random() * 2.2)::int END) AS position OFFSET 0) AS planned
    JOIN bench.solvers ON solvers.n = user_number`;

/** Inserts saved problems; users with low numbers have thousands. */
const buildSavedProblemsStatement = ({ people, problems }: Amounts) => `
  INSERT INTO saved_problems (user_id, problem_id, saved_at)
  SELECT DISTINCT ON (solvers.id, problem_id) solvers.id, problem_id, at
  FROM (SELECT id AS problem_id, created_at + interval '1 hour' AS at, ${buildSkewedNumber(people / 2, 3)} AS user_number
    FROM problems TABLESAMPLE BERNOULLI (40) OFFSET 0) AS saved JOIN bench.solvers ON solvers.n = user_number
  LIMIT ${problems}`;

export const buildProblemActivitySteps = (amounts: Amounts): [name: string, statements: string[]][] => [
  ['bids', [buildBidsStatement(amounts), 'ANALYZE bids']],
  ['agreements', [AGREEMENTS_STATEMENT]],
  ['reviews of people', [buildReviewsStatement('seeker_id', 'solver_id'), buildReviewsStatement('solver_id', 'seeker_id')]],
  ['comments', [buildCommentsStatement(amounts)]],
  ['saved problems', [buildSavedProblemsStatement(amounts)]],
  [
    'readers and timelines',
    [
      `INSERT INTO problem_views (problem_id, count) SELECT id, (random() * 500)::int FROM problems`,
      `INSERT INTO problem_events (id, problem_id, event, person_id, at)
        SELECT bench.id_at(created_at), id, 'posted', user_id, created_at FROM problems WHERE body LIKE '% Copy%'`,
      `INSERT INTO problem_events (id, problem_id, event, person_id, at)
        SELECT bench.id_at(solved_at), id, 'solved', user_id, solved_at FROM problems WHERE body LIKE '% Copy%' AND status = 'solved'`,
    ],
  ],
];
