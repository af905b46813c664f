import { watchProblem } from '@solvent/socket';
import { useEffect } from 'react';
import { useRefetchProblemOnEvents } from '../../api/use-refetch-on-events.ts';

/** Subscribes to a problem's live events and refetches what they change. */
export function useLiveProblem(id: string): void {
  useEffect(() => watchProblem(id), [id]);
  useRefetchProblemOnEvents(id);
}
