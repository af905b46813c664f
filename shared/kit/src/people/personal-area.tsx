import { Box, useHydrated } from '@solvent/ui';
import type { BoxProps } from '@solvent/ui';
import { createContext, useContext, useLayoutEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { LoadError } from '../states/load-error.tsx';

/** The fields of a query that show whether its data is the signed-in user's: the server renders pages for visitors. */
interface ReaderQuery {
  dataUpdatedAt: number;
  errorUpdatedAt: number;
  fetchStatus: 'fetching' | 'paused' | 'idle';
  error: unknown;
  refetch: () => unknown;
}

type ReaderState = 'pending' | 'retrying' | 'failed' | 'known';

/** `retrying`: requested again by the user or after a reconnection. Automatic retries stay `pending`. */
function getReaderState({ dataUpdatedAt, errorUpdatedAt, fetchStatus }: ReaderQuery): ReaderState {
  if (dataUpdatedAt > 0) return 'known';
  if (fetchStatus === 'paused') return 'failed';
  if (errorUpdatedAt === 0) return 'pending';
  return fetchStatus === 'fetching' ? 'retrying' : 'failed';
}

/** Like {@link useHydrated} for this component, which may hydrate later than the page; updates before paint. */
function useIsHydratedHere(): boolean {
  const isPageHydrated = useHydrated();
  const [isHydrated, setHydrated] = useState(isPageHydrated);
  useLayoutEffect(() => setHydrated(true), []);
  return isHydrated;
}

/** `visitors`: as rendered by the server; `pending`: waiting for the user's own response; `known`: received or failed. */
export function useReaderState(answer: ReaderQuery): 'visitors' | 'pending' | 'known' {
  if (!useIsHydratedHere()) return 'visitors';
  return getReaderState(answer) === 'pending' ? 'pending' : 'known';
}

const ReaderContext = createContext<ReaderState>('known');

/** Provides each {@link PersonalArea} with the state of the user's own response, and shows its failure (decision 0065). */
export function ReaderProvider({ answer, children }: { answer: ReaderQuery; children: ReactNode }) {
  const state = getReaderState(answer);
  return (
    <ReaderContext value={state}>
      {state === 'failed' || state === 'retrying' ? (
        <Box mb="4">
          <LoadError
            size="inline"
            title="Your account’s details could not be loaded."
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
  /** `session`: depends only on whether the user is signed in, which is known after hydration. */
  needs?: 'answer' | 'session';
}

/**
 * Covers user-specific content with a skeleton for signed-in users until it is known, also if that fails (product 10.9). Children
 * must be elements.
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
