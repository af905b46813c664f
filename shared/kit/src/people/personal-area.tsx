import { useSession } from '@solvent/store';
import { Box } from '@solvent/ui';
import type { BoxProps } from '@solvent/ui';
import { createContext, useContext } from 'react';
import type { ReactNode } from 'react';
import { LoadError } from '../states/load-error.tsx';

/** Fields of a query that show whether its data is for the signed-in user or, from a server-rendered page, for visitors. */
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

/** Whether the query has no response for the signed-in user yet; the data of a server-rendered page is for visitors. */
export const isReaderPending = (query: ReaderQuery): boolean => getReaderState(query) === 'pending';

const ReaderContext = createContext<ReaderState>('known');

/** Provides each {@link PersonalArea} with the state of the user's own response, and shows its failure (decision 0065). */
export function ReaderProvider({ query, children }: { query: ReaderQuery; children: ReactNode }) {
  const state = getReaderState(query);
  return (
    <ReaderContext value={state}>
      {state === 'failed' || state === 'retrying' ? (
        <Box mb="4">
          <LoadError
            size="inline"
            title="Your account’s details could not be loaded."
            error={query.error}
            onRetry={() => void query.refetch()}
          />
        </Box>
      ) : null}
      {children}
    </ReaderContext>
  );
}

const COVERED = {
  position: 'relative',
  '& > *': { visibility: 'hidden' },
  _before: { content: '""', position: 'absolute', inset: '0', rounded: 'l2', bg: 'bg.emphasized' },
} as const;
const PULSING = { _before: { animation: 'pulse', _motionReduce: { animation: 'none' } } } as const;

interface PersonalAreaProps extends BoxProps {
  /** `session`: the content depends on the session only, which the browser has and the server does not. */
  needs?: 'query' | 'session';
}

/**
 * Covers user-specific content with a skeleton for signed-in users until it is known, also if that fails (product 10.9). Children
 * must be elements.
 */
export function PersonalArea({ needs = 'query', ...props }: PersonalAreaProps) {
  const isUserUnknown = useSession(({ isLogin, userData }) => isLogin && userData === null);
  const state = useContext(ReaderContext);
  const isCovered = isUserUnknown || (needs === 'query' && state !== 'known');
  return (
    <Box
      aria-busy={(isCovered && state !== 'failed') || undefined}
      inert={isCovered}
      css={{ '&[inert]': COVERED, '&[aria-busy=true]': PULSING }}
      {...props}
    />
  );
}
