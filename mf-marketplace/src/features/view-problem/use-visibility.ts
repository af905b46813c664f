import { useReaderState } from '@solvent/kit';
import { useState } from 'react';
import type { CSSProperties } from 'react';
import type { DetailedProblem } from '../../api/problems.ts';

interface VisibilityProps {
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
export function useVisibility(
  problem: DetailedProblem | undefined,
  answer: Parameters<typeof useReaderState>[0],
  hasCode: boolean,
): VisibilityProps {
  const state = useReaderState(answer);
  const [wasServed] = useState(problem !== undefined && answer.dataUpdatedAt === 0);
  if (!problem || !mayHaveAgreement(problem)) return {};
  if (state === 'visitors') return { 'data-for': 'visitors' };
  return wasServed && !(state === 'known' && hasCode) ? { style: { visibility: 'hidden' } } : {};
}
