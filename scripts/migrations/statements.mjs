/** String literals do not affect what a statement does. */
const TEXTS = [
  [/\/\*.*?\*\//gs, ' '],
  [/--[^\n]*/g, ' '],
  [/(\$\w*\$).*?\1/gs, "''"],
  [/'(?:[^']|'')*'/g, "''"],
  [/\bBEGIN\s+ATOMIC\b.*?\bEND\b(?=\s*(?:;|$))/gis, "''"],
];

/**
 * The statements of a migration on one line each, without comments and texts.
 *
 * @param {string} sql
 * @returns {string[]}
 */
export const splitStatements = (sql) =>
  TEXTS.reduce((text, [pattern, instead]) => text.replace(pattern, instead), sql)
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean);

const NAME = String.raw`(?:"?\w+"?\.)?"?(\w+)"?`;
const nameAfter = (words, statement) => new RegExp(`^${words} ${NAME}`, 'i').exec(statement)?.[1];

/** @param {string} statement @returns {string | undefined} the table that it makes */
export const createdTable = (statement) => nameAfter('CREATE (?:UNLOGGED )?TABLE(?: IF NOT EXISTS)?', statement);

/** @param {string} statement @returns {string | undefined} the table that it changes, or makes an index of */
export const changedTable = (statement) =>
  nameAfter('ALTER TABLE(?: IF EXISTS)?(?: ONLY)?', statement) ??
  new RegExp(`^CREATE (?:UNIQUE )?INDEX .*? ON (?:ONLY )?${NAME}`, 'i').exec(statement)?.[1];

/** @param {string} statement @returns {string[]} the columns that it adds */
export const addedColumns = (statement) =>
  [...statement.matchAll(/\bADD COLUMN (?:IF NOT EXISTS )?"?(\w+)"?/gi)].map(([, column]) => column);
