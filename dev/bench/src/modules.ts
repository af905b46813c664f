import type { Ports } from '../../../api/src/app.ts';
import { runBenchmark } from './bench-app.ts';
import { addManyModules } from './many-modules.ts';
import { measure } from './measure.ts';
import { listModuleCases } from './module-cases.ts';
import { CASE_GOAL } from './report.ts';
import type { Goal, Report } from './report.ts';

const COUNT = 20_000;
const MAX_P99_MS = 50;

const filterByName = (report: Report, start: string) => Object.entries(report).filter(([name]) => name.startsWith(start));

const GOALS: Goal[] = ['sort', 'search'].map((start) => ({
  label: `${start}, each: p99 at most ${MAX_P99_MS} ms`,
  holds: (report) => filterByName(report, start).every(([, { p99 }]) => p99 <= MAX_P99_MS),
}));

async function findModules({ db }: Ports): Promise<{ ids: string[]; authorId: string }> {
  const { rows } = await db.$client.query<{ id: string; author: string }>(
    "SELECT id, author_id AS author FROM modules WHERE status = 'published' ORDER BY id LIMIT 500",
  );
  return { ids: rows.map(({ id }) => id), authorId: rows[0]?.author ?? '' };
}

/** Measures reading the catalogue, compared with the bare queries. */
await runBenchmark('modules', async (app, ports, maintain) => {
  await maintain((db) => addManyModules(db, COUNT));
  const { ids, authorId } = await findModules(ports);
  const report = await measure(app, ports, listModuleCases(ids, authorId));
  return { label: `The catalogue with ${COUNT.toLocaleString('en-US')} modules`, report, goals: [...GOALS, CASE_GOAL] };
});
