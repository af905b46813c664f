import type { savedProblems } from '../../features/marketplace/schema.ts';
import { SAVED } from '../data/saved.ts';
import type { Clock } from './clock.ts';

/** What people keep for later. `idOf` and `problemIdOf` throw where the data names something that is not there. */
export function savedRows(
  idOf: (person: string) => string,
  problemIdOf: (problem: string) => string,
  clock: Clock,
): (typeof savedProblems.$inferInsert)[] {
  return Object.entries(SAVED).flatMap(([person, saved]) =>
    Object.entries(saved).map(([problem, age]) => ({
      userId: idOf(person),
      problemId: problemIdOf(problem),
      savedAt: clock.ago(age),
    })),
  );
}
