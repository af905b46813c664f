import { Box, useHydrated } from '@solvent/ui';
import type { BoxProps } from '@solvent/ui';
import { createContext, useContext, useLayoutEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { LoadError } from './load-error.tsx';

/** The fields of a query that show whether its data is the signed-in user's own: the server renders pages for visitors. */
interface ReaderQuery {
  dataUpdatedAt: number;
  errorUpdatedAt: number;
  fetchStatus: 'fetching' | 'paused' | 'idle';
  error: unknown;
  refetch: () => unknown;
}

type ReaderState = 'pending' | 'retrying' | 'failed' | 'known';

/** Pending until the last retry of the first request failed; `retrying` when the user or a reconnect requests it again. */
function getReaderState({ dataUpdatedAt, errorUpdatedAt, fetchStatus }: ReaderQuery): ReaderState {
  if (dataUpdatedAt > 0) return 'known';
  if (fetchStatus === 'paused') return 'failed';
  if (errorUpdatedAt === 0) return 'pending';
  return fetchStatus === 'fetching' ? 'retrying' : 'failed';
}

/** Like {@link useHydrated}, but of this component, which may hydrate after the page, and before the browser paints. */
function useIsHydratedHere(): boolean {
  const isPageHydrated = useHydrated();
  const [isHydrated, setHydrated] = useState(isPageHydrated);
  useLayoutEffect(() => setHydrated(true), []);
  return isHydrated;
}

/** `visitors`: as the server rendered it; `pending`: hydrated, the user's own response has not arrived; `known`: it has, or failed. */
export function useReaderState(answer: ReaderQuery): 'visitors' | 'pending' | 'known' {
  if (!useIsHydratedHere()) return 'visitors';
  return getReaderState(answer) === 'pending' ? 'pending' : 'known';
}

const ReaderContext = createContext<ReaderState>('known');

/** Provides every {@link PersonalArea} below with the state of the reader's own response, and shows its failure (decision 0065). */
export function ReaderProvider({ answer, children }: { answer: ReaderQuery; children: ReactNode }) {
  const state = getReaderState(answer);
  return (
    <ReaderContext value={state}>
      {state === 'failed' || state === 'retrying' ? (
        <Box mb="4">
          <LoadError
            size="inline"
            title="What belongs to your account could not be loaded."
            error={answer.error}
            onRetry={() => void answer.refetch()}
          />
        </Box>
      ) : null}
      {children}
    </ReaderContext>
  );
}

const HIDDEN = {
  position: 'relative',
  '& > *': { visibility: 'hidden' },
  _before: { content: '""', position: 'absolute', inset: '0', rounded: 'l2', bg: 'bg.emphasized' },
} as const;
const PULSING = { _before: { animation: 'pulse', _motionReduce: { animation: 'none' } } } as const;

interface PersonalAreaProps extends BoxProps {
  /** `session`: it depends only on whether the reader is signed in, which is known once the page is hydrated. */
  needs?: 'answer' | 'session';
}

/**
 * Content that depends on the reader: a skeleton of its size covers it for signed-in users until it is known (product 10.9), also if
 * that fails. Its children are elements.
 */
export function PersonalArea({ needs = 'answer', ...props }: PersonalAreaProps) {
  const isHydrated = useIsHydratedHere();
  const state = useContext(ReaderContext);
  const isHidden = isHydrated && needs === 'answer' && state !== 'known';
  return (
    <Box
      data-for={isHydrated ? undefined : 'reader'}
      aria-busy={(isHidden && state !== 'failed') || undefined}
      inert={isHidden}
      css={{
        'html.has-session &[data-for=reader], &[inert]': HIDDEN,
        'html.has-session &[data-for=reader], &[aria-busy=true]': PULSING,
      }}
      {...props}
    />
  );
}
