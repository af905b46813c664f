/** How the two kinds of database write a name, a value's place, and a search that does not mind capitals. */
export const DIALECTS = {
  postgres: {
    name: (name) => `"${name.replaceAll('"', '""')}"`,
    place: (index) => `$${index}`,
    like: 'ILIKE',
    returning: ' RETURNING *',
  },
  mysql: {
    name: (name) => `\`${name.replaceAll('`', '``')}\``,
    place: () => '?',
    like: 'LIKE',
    returning: '',
  },
};
