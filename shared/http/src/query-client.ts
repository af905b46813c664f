import { onSessionChange } from '@solvent/store';
import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { isConnected } from './connection-state.ts';

const MAX_RETRIES = 2;

/** Retries only temporary failures: no response, or a gateway error. Without a connection, the reconnection refetches. */
function shouldRetry(failures: number, error: unknown): boolean {
  if (failures >= MAX_RETRIES || !isConnected() || !(error instanceof ApiError)) return false;
  return error.status === 0 || error.status >= 502;
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: shouldRetry, staleTime: 30_000, networkMode: 'always', refetchOnWindowFocus: false },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** The page's query client. Cleared when the user changes. */
export const queryClient: QueryClient = createQueryClient();

onSessionChange((now, before) => {
  if (now.userData?._id !== before.userData?._id) queryClient.clear();
});
