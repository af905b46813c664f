import { buildSkewedNumber } from './fill-people.ts';
import type { Amounts } from './amounts.ts';

/** Builds a query for pairs of a module and a user, with a random number of users per module. @param maxUsers the maximum number */
const selectActivity = (people: number, columns: string, extra: string, maxUsers: number) => `
  SELECT DISTINCT ON (module_id, solvers.id) ${columns} FROM (
    SELECT modules.id AS module_id, modules.price_cents, modules.title, modules.version, released_at + random() * interval '90 days' AS at,
      ${buildSkewedNumber(people / 2, 2)} AS user_number ${extra}
    FROM modules, generate_series(1, (${maxUsers} * random() * random())::int) WHERE status = 'published' OFFSET 0) AS activity
  JOIN bench.solvers ON solvers.n = user_number`;

/** Builds statements for versions, reviews, purchases, downloads and bookmarks of the existing modules. */
export const buildModuleActivityStatements = ({ people }: Amounts) => [
  `CREATE TABLE bench.archives AS SELECT id AS module_id, author_id, version, released_at, bench.id_at(released_at) AS file_id FROM modules`,
  `INSERT INTO files (id, owner_id, name, mime_type, size, sha256, storage_key, purpose, visibility, created_at)
    SELECT file_id, author_id, 'module.zip', 'application/zip', 20000, md5(file_id::text) || md5(file_id::text), 'sized/' || file_id, 'module', 'private', released_at
    FROM bench.archives`,
  `INSERT INTO module_versions (id, module_id, version, file_id, status, stage, created_at, released_at)
    SELECT bench.id_at(released_at), module_id, version, file_id, 'published', 'done', released_at, released_at FROM bench.archives`,
  `INSERT INTO module_reviews (id, module_id, user_id, rating, text, created_at, updated_at)
    ${selectActivity(people, "bench.id_at(at), module_id, solvers.id, rating, 'Does what it says, with tests.', at, at", ', 1 + floor(random() * 5)::int AS rating', 10)}`,
  `INSERT INTO module_purchases (id, module_id, user_id, license, title, version, price_cents, payment, test_mode, created_at)
    ${selectActivity(people, "bench.id_at(at), module_id, solvers.id, 'standard', title, version, price_cents, 'test', true, at", '', 8)}`,
  `INSERT INTO module_downloads (module_id, who, day, user_id, version)
    ${selectActivity(people, 'module_id, md5(solvers.id::text), at::date, solvers.id, version', '', 20)}`,
  `INSERT INTO saved_modules (user_id, module_id, saved_at) ${selectActivity(people, 'solvers.id, module_id, at', '', 8)}`,
];
