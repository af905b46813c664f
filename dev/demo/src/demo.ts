import type { Demo } from '../../../api/src/demo.ts';
import { problems } from '../../../api/src/schema/index.ts';
import { addProblems } from './add-problems.ts';
import { seedDemo } from './seed-demo.ts';

/** Fills the database with demo data, and adds generated problems up to `minProblems`. @returns whether it added anything */
export const seed: Demo['seed'] = async (deps) => {
  const filled = await seedDemo(deps);
  const missing = deps.minProblems - (await deps.db.$count(problems));
  if (missing > 0) {
    deps.onStep?.(`${missing} generated problems`);
    await addProblems(deps.db, missing);
  }
  return filled || missing > 0;
};

export { addProblems };
