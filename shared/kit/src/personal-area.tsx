import { Box, useHydrated } from '@solvent/ui';
import type { BoxProps } from '@solvent/ui';
import { createContext, useContext, useLayoutEffect, useState } from 'react';
import type { ReactNode } from 'react';

/** The fields of a query that show whether its data is the signed-in user's own: the server renders pages for visitors. */
interface Answer {
  dataUpdatedAt: number;
  failureCount: number;
  fetchStatus: 'fetching' | 'paused' | 'idle';
}

const isAnswered = ({ dataUpdatedAt, failureCount, fetchStatus }: Answer): boolean =>
  dataUpdatedAt > 0 || failureCount > 0 || fetchStatus === 'paused';

/** False while the component is as the server rendered it, true from its hydration on, before the browser paints. */
function useTakenOver(): boolean {
  const isHydrated = useHydrated();
  const [isTakenOver, setTakenOver] = useState(isHydrated);
  useLayoutEffect(() => setTakenOver(true), []);
  return isTakenOver;
}

/** `visitors`: as the server rendered it; `pending`: hydrated, the user's own response has not arrived; `known`: it has, or failed. */
export function useReaderState(answer: Answer): 'visitors' | 'pending' | 'known' {
  const isTakenOver = useTakenOver();
  if (!isTakenOver) return 'visitors';
  return isAnswered(answer) ? 'known' : 'pending';
}

const AnsweredContext = createContext(true);

/** Reports to every {@link PersonalArea} below whether the response to `answer` is the reader's own (decision 0065). */
export function ReaderProvider({ answer, children }: { answer: Answer; children: ReactNode }) {
  const isKnown = isAnswered(answer);
  return <AnsweredContext value={isKnown}>{children}</AnsweredContext>;
}

const HIDDEN = {
  position: 'relative',
  '& > *': { visibility: 'hidden' },
  _before: {
    content: '""',
    position: 'absolute',
    inset: '0',
    rounded: 'l2',
    bg: 'bg.emphasized',
    animation: 'pulse',
    _motionReduce: { animation: 'none' },
  },
} as const;

interface PersonalAreaProps extends BoxProps {
  /** `session`: it depends only on whether somebody is signed in, which is known once the page is hydrated. */
  needs?: 'answer' | 'session';
}

/**
 * Content that depends on the reader: a skeleton of its size covers it for signed-in users until it is known (product 10.9).
 * Its children are elements.
 */
export function PersonalArea({ needs = 'answer', ...props }: PersonalAreaProps) {
  // Of its own: what is below a Suspense boundary is hydrated after the rest of the page.
  const isTakenOver = useTakenOver();
  const isPending = !useContext(AnsweredContext) && isTakenOver && needs === 'answer';
  return (
    <Box
      data-for={isTakenOver ? undefined : 'reader'}
      aria-busy={isPending || undefined}
      inert={isPending}
      css={{ 'html.has-session &[data-for=reader], &[aria-busy=true]': HIDDEN }}
      {...props}
    />
  );
}
