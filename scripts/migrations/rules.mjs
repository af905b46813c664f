import { addedColumns, changedTable, createdTable, splitStatements } from './statements.mjs';

/**
 * Statements that remove what the previous release may use, or that require of its writes what it does not provide.
 *
 * @type {{ rule: string, breaks: (statement: string, added: Set<string>, statements: string[]) => boolean }[]}
 */
const CONTRACTIONS = [
  { rule: 'drops', breaks: (statement) => /^DROP\b/i.test(statement) || /\bDROP (?!NOT NULL\b|EXPRESSION\b)/i.test(statement) },
  { rule: 'drops an expression without a default', breaks: leavesEmpty },
  { rule: 'renames', breaks: (statement) => /\bRENAME\b/i.test(statement) },
  { rule: 'changes a type', breaks: (statement) => /\bALTER (?:COLUMN )?\S+ (?:SET DATA )?TYPE\b/i.test(statement) },
  { rule: 'sets NOT NULL', breaks: (statement) => /\bSET NOT NULL\b/i.test(statement) },
  { rule: 'adds a column that must be given', breaks: mustBeGiven },
  { rule: 'adds a constraint', breaks: constrains },
  { rule: 'makes rows unique', breaks: (statement) => /^CREATE UNIQUE INDEX\b/i.test(statement) },
  { rule: 'deletes rows', breaks: (statement) => /^(?:WITH\b.*)?(?:DELETE FROM|TRUNCATE)\b/i.test(statement) },
  { rule: 'takes rights away', breaks: (statement) => /^REVOKE\b/i.test(statement) },
];

/** NOT NULL, and nothing that fills it in. */
function mustBeGiven(statement) {
  return statement
    .split(/\bADD COLUMN\b/i)
    .slice(1)
    .some((column) => /\bNOT NULL\b/i.test(column) && !/\b(?:DEFAULT|GENERATED)\b|\bserial\b/i.test(column));
}

/** The previous release never writes a generated column, so from then on a default (and a trigger) must fill it. */
function leavesEmpty(statement, _added, statements) {
  const column = /\bALTER (?:COLUMN )?(\S+) DROP EXPRESSION\b/i.exec(statement)?.[1];
  return (
    column !== undefined &&
    !statements.some((other) => changedTable(other) === changedTable(statement) && other.includes(`${column} SET DEFAULT`))
  );
}

/** A foreign key on new columns does not affect programs that do not know them. */
function constrains(statement, added) {
  if (!/\bADD (?:CONSTRAINT|CHECK|UNIQUE|PRIMARY KEY|FOREIGN KEY|EXCLUDE)\b/i.test(statement)) return false;
  const columns = /\bFOREIGN KEY ?\(([^)]*)\)/i.exec(statement)?.[1];
  return columns === undefined || !columns.split(',').every((column) => added.has(column.replaceAll(/["\s]/g, '')));
}

const isBesideWriters = (statement) => /^(?:CREATE (?:UNIQUE )?|DROP )INDEX CONCURRENTLY\b/i.test(statement);

/**
 * Statements of a migration that the previous release could not run with, and those that would block writes.
 *
 * @param {string} sql
 * @returns {{ contractions: string[], blocking: string[] }} in words
 */
export function readMigration(sql) {
  const statements = splitStatements(sql);
  const made = new Set(statements.map(createdTable));
  const added = new Set(statements.flatMap(addedColumns));
  // A new table's own statements are not restricted.
  const changes = statements.filter((statement) => !made.has(changedTable(statement) ?? ''));
  const contractions = changes.flatMap((statement) =>
    CONTRACTIONS.filter(({ breaks }) => breaks(statement, added, statements)).map(({ rule }) => `${rule}: ${statement}`),
  );
  const blocking = changes
    .filter((statement) => /^CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY\b)/i.test(statement))
    .map((statement) => `nobody can write while this index is made: say CONCURRENTLY, in a migration of its own: ${statement}`);
  const beside = statements.filter(isBesideWriters);
  if (beside.length > 0 && beside.length < statements.length)
    blocking.push('CONCURRENTLY stands beside other statements: no transaction takes it, so it has a migration of its own');
  return { contractions, blocking };
}

/**
 * Holds migrations against the rule: what the release before uses is never taken away.
 *
 * @param {object} given
 * @param {{ tag: string, sql: string }[]} given.migrations all, in their order
 * @param {string} given.released the last migration of the release before
 * @param {{ migration: string, unusedSince: string, why: string }[]} given.contractions what may take away, and the migration since
 *   whose release nothing uses it
 * @param {number} given.history so many migrations are older than the rule
 * @returns {string[]} what is wrong, a sentence each
 */
export function checkMigrations({ migrations, released, contractions, history }) {
  const findIndex = (tag) => migrations.findIndex((migration) => migration.tag === tag);
  if (findIndex(released) === -1) return [`previous-release.json names ${released}, which is no migration.`];
  const problems = contractions.flatMap((mark) => markProblem(mark));
  for (const { tag, sql } of migrations.slice(history)) {
    const { contractions: found, blocking } = readMigration(sql);
    problems.push(...blocking.map((what) => `${tag}: ${what}.`));
    const isMarked = contractions.some(({ migration }) => migration === tag);
    if (!isMarked)
      problems.push(
        ...found.map(
          (what) =>
            `${tag} ${what}. The release before may use it: expand only, or mark it in contractions.json once a release is out that does not.`,
        ),
      );
    if (isMarked && found.length === 0) problems.push(`${tag} takes nothing away: contractions.json need not name it.`);
  }
  return problems;

  function markProblem({ migration, unusedSince, why }) {
    const [place, since] = [findIndex(migration), findIndex(unusedSince)];
    if (place === -1 || since === -1)
      return [`contractions.json names ${place === -1 ? migration : unusedSince}, which is no migration.`];
    if (!why?.trim()) return [`contractions.json does not say why ${migration} may take something away.`];
    if (since >= place) return [`${migration} cannot be unused since ${unusedSince}, which is not before it.`];
    if (since > findIndex(released))
      return [
        `${migration} takes away what is unused since ${unusedSince}, but the release before ends with ${released} and uses it: wait until a release with ${unusedSince} is out everywhere.`,
      ];
    return [];
  }
}
