import { DIALECTS } from './dialects.js';

const PAGE = 50;

/** In a pattern, what people type means itself. */
const pattern = (text) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** Collects values while a statement is written: no value ever stands in the text. */
function writer({ name, place }) {
  const values = [];
  const value = (given) => {
    values.push(given);
    return place(values.length);
  };
  return { name, value, done: (text) => ({ text, values }) };
}

/**
 * Statements for a table: `{ text, values }` for your own driver. Columns that the table's description does not name are
 * refused, whoever sends them; `may(person, action)` says who may do what.
 */
export function createCrud({
  table,
  key = 'id',
  columns,
  writable = columns,
  searchable = [],
  versionColumn,
  may = () => true,
  dialect = 'postgres',
}) {
  const language = DIALECTS[dialect];
  if (language === undefined) throw new Error(`There is no dialect ${dialect}`);
  const all = [key, ...columns, ...(versionColumn === undefined ? [] : [versionColumn])];
  const known = (list, column) => {
    if (!list.includes(column)) throw new RangeError(`${table} has no column ${column} for this`);
    return language.name(column);
  };
  const allow = (person, action) => {
    if (!may(person, action)) throw new Error(`This person may not ${action} ${table}`);
    return writer(language);
  };
  const from = `${language.name(table)}`;

  return {
    /** A page of rows: searched, filtered by equality and sorted. The key breaks ties, so that pages do not overlap. */
    list(person, { search = '', where = {}, sort = key, descending = false, page = 1, pageSize = PAGE } = {}) {
      const { value, done } = allow(person, 'read');
      const conditions = Object.entries(where).map(([column, given]) => `${known(all, column)} = ${value(given)}`);
      if (search !== '' && searchable.length > 0)
        conditions.push(
          `(${searchable.map((column) => `${known(all, column)} ${language.like} ${value(pattern(search))}`).join(' OR ')})`,
        );
      const filter = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
      const order = `${known(all, sort)} ${descending ? 'DESC' : 'ASC'}${sort === key ? '' : `, ${language.name(key)}`}`;
      const limit = `LIMIT ${value(pageSize)} OFFSET ${value((Math.max(1, page) - 1) * pageSize)}`;
      return done(`SELECT ${all.map(language.name).join(', ')} FROM ${from}${filter} ORDER BY ${order} ${limit}`);
    },

    insert(person, row) {
      const { value, done } = allow(person, 'create');
      const names = Object.keys(row).map((column) => known(writable, column));
      if (names.length === 0) throw new RangeError('There is nothing to store');
      const places = Object.values(row).map(value);
      return done(`INSERT INTO ${from} (${names.join(', ')}) VALUES (${places.join(', ')})${language.returning}`);
    },

    /** With a version column it changes a row only as it was read: no row changed means that somebody else was quicker. */
    update(person, id, row, version) {
      const { value, done } = allow(person, 'change');
      const sets = Object.entries(row).map(([column, given]) => `${known(writable, column)} = ${value(given)}`);
      if (sets.length === 0) throw new RangeError('There is nothing to change');
      if (versionColumn !== undefined) {
        if (version === undefined) throw new RangeError('Say which version was read');
        const name = language.name(versionColumn);
        sets.push(`${name} = ${name} + 1`);
      }
      const same = versionColumn === undefined ? '' : ` AND ${language.name(versionColumn)} = `;
      const target = `${language.name(key)} = ${value(id)}${same === '' ? '' : same + value(version)}`;
      return done(`UPDATE ${from} SET ${sets.join(', ')} WHERE ${target}${language.returning}`);
    },

    remove(person, id) {
      const { value, done } = allow(person, 'delete');
      return done(`DELETE FROM ${from} WHERE ${language.name(key)} = ${value(id)}`);
    },
  };
}
