import { useReaderState } from '@solvent/kit';
import { useState } from 'react';
import type { CSSProperties } from 'react';
import type { DetailedProblem } from '../../api/problems.ts';

interface VisibilityProps {
  'data-for'?: 'visitors';
  style?: CSSProperties;
}

const mayHaveAgreement = ({ status, timeline }: DetailedProblem): boolean =>
  status === 'in-progress' || status === 'solved' || timeline.some(({ event }) => event === 'parted');

/** Hides what an agreement would shift on a server-rendered page until it is known whether the user has one (decision 0065). */
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
