import { useHydrated } from '@solvent/ui';
import { useLayoutEffect, useState } from 'react';
import type { CSSProperties } from 'react';
import type { DetailedProblem } from '../../api/problems.ts';

/** What says whether the answer is the reader's own: what the server put into the page was asked for as a visitor. */
interface Answer {
  dataUpdatedAt: number;
  failureCount: number;
  fetchStatus: 'fetching' | 'paused' | 'idle';
}

interface Held {
  'data-for'?: 'visitors';
  style?: CSSProperties;
}

/** Whether some of its readers see an agreement with it, above what everybody sees. */
const mayHaveAgreement = ({ status, timeline }: DetailedProblem): boolean =>
  status === 'in-progress' || status === 'solved' || timeline.some(({ event }) => event === 'parted');

/**
 * Of a page that the server made for visitors, what an agreement would push away is held back from who is signed in, until it is
 * known whether they have one: nothing moves under the eyes then (decision 0065). Where no answer comes it is shown as it is.
 *
 * @param hasCode whether the code that shows an agreement is there
 */
export function useHeldBack(problem: DetailedProblem | undefined, answer: Answer, hasCode: boolean): Held {
  const isHydrated = useHydrated();
  const [isTakenOver, setTakenOver] = useState(isHydrated);
  const isOwn = answer.dataUpdatedAt > 0 || answer.failureCount > 0 || answer.fetchStatus === 'paused';
  const [isLate] = useState(problem !== undefined && !isOwn);
  // At once: the page forgets what is for visitors as soon as it is taken over.
  useLayoutEffect(() => setTakenOver(true), []);
  if (!problem || !mayHaveAgreement(problem)) return {};
  if (!isTakenOver) return { 'data-for': 'visitors' };
  return isLate && !(isOwn && hasCode) ? { style: { visibility: 'hidden' } } : {};
}
