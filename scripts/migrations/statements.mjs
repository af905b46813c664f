/** Comments and string literals, whose words must not count as SQL, with their replacements. */
const REPLACEMENTS = [
  [/\/\*.*?\*\//gs, ' '],
  [/--[^\n]*/g, ' '],
  [/(\$\w*\$).*?\1/gs, "''"],
  [/'(?:[^']|'')*'/g, "''"],
  [/\bBEGIN\s+ATOMIC\b.*?\bEND\b(?=\s*(?:;|$))/gis, "''"],
];

/**
 * Splits a migration into statements of one line, without comments and string literals.
 *
 * @param {string} sql
 * @returns {string[]}
 */
export const splitStatements = (sql) =>
  REPLACEMENTS.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), sql)
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean);

const NAME = String.raw`(?:"?\w+"?\.)?"?(\w+)"?`;
const findNameAfter = (words, statement) => new RegExp(`^${words} ${NAME}`, 'i').exec(statement)?.[1];

/** @param {string} statement @returns {string | undefined} the table that a statement creates */
export const findCreatedTable = (statement) => findNameAfter('CREATE (?:UNLOGGED )?TABLE(?: IF NOT EXISTS)?', statement);

/** @param {string} statement @returns {string | undefined} the table that a statement changes or indexes */
export const findChangedTable = (statement) =>
  findNameAfter('ALTER TABLE(?: IF EXISTS)?(?: ONLY)?', statement) ??
  new RegExp(`^CREATE (?:UNIQUE )?INDEX .*? ON (?:ONLY )?${NAME}`, 'i').exec(statement)?.[1];

/** @param {string} statement @returns {string[]} the columns that a statement adds */
export const listAddedColumns = (statement) =>
  [...statement.matchAll(/\bADD COLUMN (?:IF NOT EXISTS )?"?(\w+)"?/gi)].map(([, column]) => column);
