import type { Ports } from '../../../api/src/app.ts';
import { bench } from './bench-app.ts';
import { addManyModules } from './many-modules.ts';
import { measure } from './measure.ts';
import { moduleCases } from './module-cases.ts';
import { CASE_GOAL } from './report.ts';
import type { Goal, Report } from './report.ts';

const COUNT = 20_000;
/** ms */
const MOST = 50;

const named = (report: Report, start: string) => Object.entries(report).filter(([name]) => name.startsWith(start));

/** The goals of the catalogue on PostgreSQL. */
const GOALS: Goal[] = ['sort', 'search'].map((start) => ({
  label: `${start}, each: p99 at most ${MOST} ms`,
  holds: (report) => named(report, start).every(([, { p99 }]) => p99 <= MOST),
}));

async function someModules({ db }: Ports): Promise<{ ids: string[]; authorId: string }> {
  const { rows } = await db.$client.query<{ id: string; author: string }>(
    "SELECT id, author_id AS author FROM modules WHERE status = 'published' ORDER BY id LIMIT 500",
  );
  return { ids: rows.map(({ id }) => id), authorId: rows[0]?.author ?? '' };
}

/** The program: how long reading the catalogue takes, beside the bare queries. */
await bench('modules', async (app, ports, maintain) => {
  await maintain((db) => addManyModules(db, COUNT));
  const { ids, authorId } = await someModules(ports);
  const report = await measure(app, ports, moduleCases(ids, authorId));
  return { label: `The catalogue with ${COUNT.toLocaleString('en-US')} modules`, report, goals: [...GOALS, CASE_GOAL] };
});
