import type { savedProblems } from '../../../../api/src/schema/index.ts';
import type { DemoData } from '../data.ts';
import type { Clock } from './clock.ts';

/** Builds the saved problems. @throws Error if `getId` or `getProblemId` does not know a key */
export function buildSavedRows(
  saved: DemoData['saved'],
  getId: (person: string) => string,
  getProblemId: (problem: string) => string,
  clock: Clock,
): (typeof savedProblems.$inferInsert)[] {
  return Object.entries(saved).flatMap(([person, ages]) =>
    Object.entries(ages).map(([problem, age]) => ({
      userId: getId(person),
      problemId: getProblemId(problem),
      savedAt: clock.ago(age),
    })),
  );
}
