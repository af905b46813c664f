import { listAddedColumns, findChangedTable, findCreatedTable, splitStatements } from './statements.mjs';

/**
 * Rules for statements that remove something the previous release may use, or that require new values from its writes.
 *
 * @type {{ rule: string, breaks: (statement: string, newColumns: Set<string>, statements: string[]) => boolean }[]}
 */
const CONTRACTIONS = [
  { rule: 'drops', breaks: (statement) => /^DROP\b/i.test(statement) || /\bDROP (?!NOT NULL\b|EXPRESSION\b)/i.test(statement) },
  { rule: 'drops an expression without a default', breaks: dropsExpressionOnly },
  { rule: 'renames', breaks: (statement) => /\bRENAME\b/i.test(statement) },
  { rule: 'changes a type', breaks: (statement) => /\bALTER (?:COLUMN )?\S+ (?:SET DATA )?TYPE\b/i.test(statement) },
  { rule: 'sets NOT NULL', breaks: (statement) => /\bSET NOT NULL\b/i.test(statement) },
  { rule: 'adds a column that must be given', breaks: addsRequiredColumn },
  { rule: 'adds a constraint', breaks: addsConstraint },
  { rule: 'makes rows unique', breaks: (statement) => /^CREATE UNIQUE INDEX\b/i.test(statement) },
  { rule: 'deletes rows', breaks: (statement) => /^(?:WITH\b.*)?(?:DELETE FROM|TRUNCATE)\b/i.test(statement) },
  { rule: 'takes rights away', breaks: (statement) => /^REVOKE\b/i.test(statement) },
];

/** @returns whether a new column is NOT NULL without a default */
function addsRequiredColumn(statement) {
  return statement
    .split(/\bADD COLUMN\b/i)
    .slice(1)
    .some((column) => /\bNOT NULL\b/i.test(column) && !/\b(?:DEFAULT|GENERATED)\b|\bserial\b/i.test(column));
}

/** The previous release never writes a generated column, so a column without its expression needs a default. */
function dropsExpressionOnly(statement, _newColumns, statements) {
  const column = /\bALTER (?:COLUMN )?(\S+) DROP EXPRESSION\b/i.exec(statement)?.[1];
  return (
    column !== undefined &&
    !statements.some(
      (other) => findChangedTable(other) === findChangedTable(statement) && other.includes(`${column} SET DEFAULT`),
    )
  );
}

/** Foreign keys on new columns are allowed, because the previous release does not write these columns. */
function addsConstraint(statement, newColumns) {
  if (!/\bADD (?:CONSTRAINT|CHECK|UNIQUE|PRIMARY KEY|FOREIGN KEY|EXCLUDE)\b/i.test(statement)) return false;
  const columns = /\bFOREIGN KEY ?\(([^)]*)\)/i.exec(statement)?.[1];
  return columns === undefined || !columns.split(',').every((column) => newColumns.has(column.replaceAll(/["\s]/g, '')));
}

const allowsWrites = (statement) => /^(?:CREATE (?:UNIQUE )?|DROP )INDEX CONCURRENTLY\b/i.test(statement);

/**
 * Finds statements that break the previous release, and statements that block writes.
 *
 * @param {string} sql of a migration
 * @returns {{ contractions: string[], blocking: string[] }} messages
 */
export function checkMigration(sql) {
  const statements = splitStatements(sql);
  const newTables = new Set(statements.map(findCreatedTable));
  const newColumns = new Set(statements.flatMap(listAddedColumns));
  // A new table's own statements are not restricted.
  const changes = statements.filter((statement) => !newTables.has(findChangedTable(statement) ?? ''));
  const contractions = changes.flatMap((statement) =>
    CONTRACTIONS.filter(({ breaks }) => breaks(statement, newColumns, statements)).map(({ rule }) => `${rule}: ${statement}`),
  );
  const blocking = changes
    .filter((statement) => /^CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY\b)/i.test(statement))
    .map((statement) => `creating this index blocks writes: use CONCURRENTLY, in a migration of its own: ${statement}`);
  const concurrent = statements.filter(allowsWrites);
  if (concurrent.length > 0 && concurrent.length < statements.length)
    blocking.push('CONCURRENTLY does not run in a transaction with other statements: put it into a migration of its own');
  return { contractions, blocking };
}

/**
 * Checks that no migration removes something that the previous release uses.
 *
 * @param {object} options
 * @param {{ tag: string, sql: string }[]} options.migrations all migrations in order
 * @param {string} options.released last migration of the previous release
 * @param {{ migration: string, unusedSince: string, why: string }[]} options.contractions migrations that may remove something, and
 *   the migration whose release stopped using it
 * @param {number} options.history number of migrations that are older than this rule
 * @returns {string[]} errors
 */
export function checkMigrations({ migrations, released, contractions, history }) {
  const findIndex = (tag) => migrations.findIndex((migration) => migration.tag === tag);
  if (findIndex(released) === -1) return [`previous-release.json names ${released}, which is no migration.`];
  const problems = contractions.flatMap((mark) => checkMark(mark));
  for (const { tag, sql } of migrations.slice(history)) {
    const { contractions: found, blocking } = checkMigration(sql);
    problems.push(...blocking.map((what) => `${tag}: ${what}.`));
    const isMarked = contractions.some(({ migration }) => migration === tag);
    if (!isMarked)
      problems.push(
        ...found.map(
          (what) =>
            `${tag} ${what}. The previous release may use it: only expand, or list it in contractions.json after a release that does not use it.`,
        ),
      );
    if (isMarked && found.length === 0) problems.push(`${tag} removes nothing: contractions.json need not list it.`);
  }
  return problems;

  function checkMark({ migration, unusedSince, why }) {
    const [index, since] = [findIndex(migration), findIndex(unusedSince)];
    if (index === -1 || since === -1)
      return [`contractions.json names ${index === -1 ? migration : unusedSince}, which is no migration.`];
    if (!why?.trim()) return [`contractions.json does not state why ${migration} may remove something.`];
    if (since >= index) return [`${migration} cannot be unused since ${unusedSince}, which is not before it.`];
    if (since > findIndex(released))
      return [
        `${migration} removes something that is unused since ${unusedSince}, but the previous release ends with ${released} and uses it: wait until a release with ${unusedSince} runs everywhere.`,
      ];
    return [];
  }
}
