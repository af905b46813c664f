import { sql } from 'drizzle-orm';
import { newId } from '../db/new-id.ts';
import { setUpTestApp } from '../../testing/test-app.ts';
import { insertEvents } from './outbox.ts';
import { outbox } from '../schema.ts';
import { defineTopic } from './topic.ts';

const test = setUpTestApp();

const numbered = defineTopic<{ number: number; name: string }>('numbered', 60_000);

/** Selects one row per number. */
const insertFor = (numbers: number[]) =>
  test.db.execute(
    insertEvents(numbered, {
      id: sql`row.id`,
      key: { number: sql`row.number`, name: sql`'one of ' || ${numbers.length}::int` },
      trace: sql`${'00-trace'}`,
      from: sql`unnest(${sql.param(numbers)}::int[], ${sql.param(numbers.map(() => newId()))}::uuid[]) AS row (number, id)`,
    }),
  );

it('stores an event with its key, lease and trace for each row', async () => {
  const before = Date.now();
  await insertFor([7, 8]);
  const events = await test.db
    .select()
    .from(outbox)
    .orderBy(sql`payload->>'number'`);
  expect(events.map(({ topic, payload, trace, attempts }) => ({ topic, payload, trace, attempts }))).toEqual(
    [7, 8].map((number) => ({ topic: 'numbered', payload: { number, name: 'one of 2' }, trace: '00-trace', attempts: 0 })),
  );
  for (const { dueAt } of events) expect(dueAt.getTime() - before).toBeGreaterThan(50_000);
});

it('stores nothing without a row', async () => {
  const count = await test.db.$count(outbox);
  await insertFor([]);
  expect(await test.db.$count(outbox)).toBe(count);
});
