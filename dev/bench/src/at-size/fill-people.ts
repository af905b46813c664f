import type { Amounts } from './amounts.ts';

/**
 * Statements that create `bench.id_at`, which returns an id that sorts by time like the ids of the product, and `bench.pick_one`,
 * which returns a random item of a list.
 */
export const SQL_FUNCTIONS = [
  `CREATE FUNCTION bench.id_at(at timestamptz) RETURNS uuid LANGUAGE sql VOLATILE AS $$
    SELECT (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' || left(md5(random()::text), 3)
      || '8' || left(md5(random()::text), 15))::uuid $$`,
  `CREATE FUNCTION bench.pick_one(list text[]) RETURNS text LANGUAGE sql VOLATILE AS $$
    SELECT list[1 + floor(random() * array_length(list, 1))::int] $$`,
];

const FIRST_NAMES =
  'Ada,Alan,Barbara,Bruno,Chiara,Dana,Edsger,Elif,Frances,Grace,Hamid,Ines,Jamal,Katherine,Linus,Mei,Niko,Olga,Priya,Quinn';
const LAST_NAMES =
  'Abel,Bianchi,Chen,Diaz,Eriksen,Fischer,Garcia,Hopper,Ito,Jones,Kovacs,Lovelace,Moreau,Novak,Okafor,Park,Rossi,Silva,Turing,Yilmaz';

/**
 * Builds statements for users, half of them solvers, each with a session. Some hundred users share each name. The tables
 * `bench.seekers` and `bench.solvers` number them; users with low numbers are the most active.
 */
export const buildPeopleStatements = ({ people }: Amounts) => [
  `INSERT INTO users (id, name, email, role, expertise_areas, headline, created_at)
    SELECT bench.id_at(at), bench.pick_one(string_to_array('${FIRST_NAMES}', ',')) || ' ' || bench.pick_one(string_to_array('${LAST_NAMES}', ',')),
      'sized-' || n || '@example.com', CASE n % 2 WHEN 0 THEN 'seeker' ELSE 'solver' END,
      CASE n % 2 WHEN 0 THEN '{}'::text[] ELSE ARRAY[bench.pick_one('{React,Rust,Go,Python,TypeScript,PostgreSQL,Docker,AWS,Kotlin,Swift}')] END,
      'Person number ' || n, at
    FROM (SELECT n, now() - interval '2 years' + n * interval '1 year' / ${people} AS at FROM generate_series(1, ${people}) AS n) AS numbered`,
  `CREATE TABLE bench.seekers AS SELECT row_number() OVER (ORDER BY id)::int AS n, id FROM users WHERE role = 'seeker' AND email LIKE 'sized-%'`,
  `CREATE TABLE bench.solvers AS SELECT row_number() OVER (ORDER BY id)::int AS n, id FROM users WHERE role = 'solver' AND email LIKE 'sized-%'`,
  'CREATE UNIQUE INDEX ON bench.seekers (n) INCLUDE (id)',
  'CREATE UNIQUE INDEX ON bench.solvers (n) INCLUDE (id)',
  `INSERT INTO sessions (id, user_id, token_hash, user_agent, created_at, last_used_at, expires_at)
    SELECT bench.id_at(now()), id, encode(sha256(('token-of-' || email)::bytea), 'hex'), 'Bench', now(), now(), now() + interval '30 days'
    FROM users WHERE email LIKE 'sized-%'`,
  'ANALYZE users, bench.seekers, bench.solvers',
];

/** Returns the session token of a user that {@link buildPeopleStatements} created. */
export const getToken = (email: string) => `token-of-${email}`;

/** Builds SQL for a random number from 1 to `count`. @param skew a higher value makes low numbers more frequent */
export const buildSkewedNumber = (count: number, skew: number) => `1 + floor(${count} * power(random(), ${skew}))::int`;

/** Builds statements for notifications: a few users have ten thousand, and nine in ten notifications are read. */
export const buildNotificationStatements = ({ people, notifications }: Amounts) => [
  `INSERT INTO notifications (id, user_id, actor_id, type, title, message, read, problem_id, count, created_at)
    SELECT bench.id_at(at), seekers.id, solvers.id, 'new_bid', 'New bid', 'placed a bid on your problem ' || number, random() < 0.9, NULL, 1, at
    FROM (SELECT number, ${buildSkewedNumber(people / 2, 2.5)} AS user_number, ${buildSkewedNumber(people / 2, 1.5)} AS actor,
        now() - random() * interval '1 year' AS at FROM generate_series(1, ${notifications}) AS number OFFSET 0) AS planned
      JOIN bench.seekers ON seekers.n = user_number JOIN bench.solvers ON solvers.n = actor`,
];
