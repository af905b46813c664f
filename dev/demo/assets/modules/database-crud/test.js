import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCrud } from './src/index.js';

const table = { table: 'products', columns: ['name', 'price', 'owner'], writable: ['name', 'price'], searchable: ['name'] };
const crud = createCrud({ ...table, versionColumn: 'version', may: (person, action) => action === 'read' || person.admin });
const ADMIN = { admin: true };

test('a list is searched, filtered, sorted and cut into pages', () => {
  assert.deepEqual(
    crud.list({}, { search: '50%', where: { owner: 7 }, sort: 'price', descending: true, page: 3, pageSize: 20 }),
    {
      text: 'SELECT "id", "name", "price", "owner", "version" FROM "products" WHERE "owner" = $1 AND ("name" ILIKE $2) ORDER BY "price" DESC, "id" LIMIT $3 OFFSET $4',
      values: [7, String.raw`%50\%%`, 20, 40],
    },
  );
});

test('values never stand in the text', () => {
  const { text, values } = crud.insert(ADMIN, { name: "'; DROP TABLE products; --" });
  assert.equal(text, 'INSERT INTO "products" ("name") VALUES ($1) RETURNING *');
  assert.equal(values.length, 1);
});

test('columns that are not for writing, sorting or filtering are refused', () => {
  assert.throws(() => crud.insert(ADMIN, { owner: 1 }), /no column owner/);
  assert.throws(() => crud.list({}, { sort: 'price; DROP TABLE products' }), RangeError);
  assert.throws(() => crud.list({}, { where: { 'name" = "name" --': 1 } }), RangeError);
});

test('an update changes the version that was read, and no other', () => {
  assert.deepEqual(crud.update(ADMIN, 5, { price: 12 }, 3), {
    text: 'UPDATE "products" SET "price" = $1, "version" = "version" + 1 WHERE "id" = $2 AND "version" = $3 RETURNING *',
    values: [12, 5, 3],
  });
  assert.throws(() => crud.update(ADMIN, 5, { price: 12 }), /which version/);
});

test('who may not, does not', () => {
  assert.throws(() => crud.remove({}, 5), /may not delete/);
  assert.equal(crud.remove(ADMIN, 5).text, 'DELETE FROM "products" WHERE "id" = $1');
});

test('MySQL is written its own way', () => {
  const mysql = createCrud({ ...table, dialect: 'mysql' });
  assert.equal(mysql.update(ADMIN, 5, { name: 'Rug' }).text, 'UPDATE `products` SET `name` = ? WHERE `id` = ?');
  assert.throws(() => createCrud({ ...table, dialect: 'oracle' }), /no dialect/);
});
