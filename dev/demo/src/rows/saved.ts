import type { savedProblems } from '../../../../api/src/features/marketplace/schema.ts';
import type { DemoData } from '../data.ts';
import type { Clock } from './clock.ts';

/** What people keep for later. `idOf` and `problemIdOf` throw where the data names something that is not there. */
export function savedRows(
  saved: DemoData['saved'],
  idOf: (person: string) => string,
  problemIdOf: (problem: string) => string,
  clock: Clock,
): (typeof savedProblems.$inferInsert)[] {
  return Object.entries(saved).flatMap(([person, theirs]) =>
    Object.entries(theirs).map(([problem, age]) => ({
      userId: idOf(person),
      problemId: problemIdOf(problem),
      savedAt: clock.ago(age),
    })),
  );
}
