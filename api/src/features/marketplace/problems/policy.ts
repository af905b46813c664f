import { and, eq, ne } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { problems } from '../schema/problems.ts';

/** Somebody's problems as `viewerId` may list them: closed ones are their poster's own business. */
export function problemsOf(posterId: string, viewerId: string | undefined): SQL | undefined {
  return and(eq(problems.userId, posterId), viewerId === posterId ? undefined : ne(problems.status, 'closed'));
}

/** A poster who looks at their own problem is no reader. */
export const isReader = (viewerId: string | undefined, posterId: string): boolean => viewerId !== posterId;
