import type { savedProblems } from '../../../../api/src/schema/index.ts';
import type { DemoData } from '../data.ts';
import type { Clock } from './clock.ts';

/** Saved problems and modules. `getId` and `getProblemId` throw for an unknown key. */
export function savedRows(
  saved: DemoData['saved'],
  getId: (person: string) => string,
  getProblemId: (problem: string) => string,
  clock: Clock,
): (typeof savedProblems.$inferInsert)[] {
  return Object.entries(saved).flatMap(([person, theirs]) =>
    Object.entries(theirs).map(([problem, age]) => ({
      userId: getId(person),
      problemId: getProblemId(problem),
      savedAt: clock.ago(age),
    })),
  );
}
