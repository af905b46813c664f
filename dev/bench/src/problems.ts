import type { Ports } from '../../../api/src/app.ts';
import { runBenchmark } from './bench-app.ts';
import { addManyProblems } from './many-problems.ts';
import { measure } from './measure.ts';
import { listProblemCases } from './problem-cases.ts';
import { CASE_GOAL, PROBLEM_GOALS } from './report.ts';

const COUNT = 100_000;

async function findProblemIds({ db }: Ports): Promise<string[]> {
  const { rows } = await db.$client.query<{ id: string }>(
    "SELECT id FROM problems WHERE status <> 'closed' ORDER BY id LIMIT 500",
  );
  return rows.map(({ id }) => id);
}

/** Measures reading problems, compared with the bare queries. */
await runBenchmark('problems', async (app, ports, maintain) => {
  const started = Date.now();
  await maintain((db) => addManyProblems(db, COUNT));
  const seconds = ((Date.now() - started) / 1000).toFixed(0);
  const report = await measure(app, ports, listProblemCases(await findProblemIds(ports)));
  const label = `Reading ${COUNT.toLocaleString('en-US')} problems, filled in ${seconds} s`;
  return { label, report, goals: [...PROBLEM_GOALS, CASE_GOAL] };
});
