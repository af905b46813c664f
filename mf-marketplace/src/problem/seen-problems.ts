import { persistedDraft } from '@solvent/kit';
import { getSession } from '@solvent/store';

/** So many problems are remembered as seen (product 4.30). */
const MAX_SEEN = 10;

/** A problem as it was when it was looked at last: its title may be another one by now, which its own page then tells. */
export interface SeenProblem {
  _id: string;
  title: string;
}

const isSeen = (value: unknown): value is SeenProblem =>
  typeof value === 'object' &&
  value !== null &&
  '_id' in value &&
  typeof value._id === 'string' &&
  'title' in value &&
  typeof value.title === 'string';

/** Of whoever is signed in, in this browser: what one person looked at is not shown to the next. */
function getStorage() {
  const { read, write } = persistedDraft<unknown[]>({
    key: `solvent.seen.${getSession().userData?._id ?? 'visitor'}`,
    initial: [],
  });
  return { read: () => read().filter(isSeen), write };
}

/** The problems that were looked at last, the latest first. */
export const readSeenProblems = (): SeenProblem[] => getStorage().read();

/** Puts a problem first. */
export function addSeen({ _id, title }: SeenProblem): void {
  const { read, write } = getStorage();
  write([{ _id, title }, ...read().filter((one) => one._id !== _id)].slice(0, MAX_SEEN));
}

/** There is no such problem any more. */
export function removeSeen(id: string): void {
  const { read, write } = getStorage();
  write(read().filter(({ _id }) => _id !== id));
}

export const clearSeen = (): void => void getStorage().write([]);
