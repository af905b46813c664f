import { createPersistedDraft } from '@solvent/kit';
import { getSession } from '@solvent/store';

const MAX_SEEN = 10;

/** Title at the last visit, which may be outdated. */
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

/** Stored per user and browser. */
function getStorage() {
  const { read, write } = createPersistedDraft<unknown[]>({
    key: `solvent.seen.${getSession().userData?._id ?? 'visitor'}`,
    initial: [],
  });
  return { read: () => read().filter(isSeen), write };
}

export const readSeenProblems = (): SeenProblem[] => getStorage().read();

export function addSeen({ _id, title }: SeenProblem): void {
  const { read, write } = getStorage();
  write([{ _id, title }, ...read().filter((seen) => seen._id !== _id)].slice(0, MAX_SEEN));
}

export function removeSeen(id: string): void {
  const { read, write } = getStorage();
  write(read().filter(({ _id }) => _id !== id));
}

export const clearSeen = (): void => void getStorage().write([]);
