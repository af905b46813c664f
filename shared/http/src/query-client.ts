import { onSessionChange } from '@solvent/store';
import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

const MAX_RETRIES = 2;

/** Only what may heal by itself is tried again: no answer, or the server's own fault. */
function shouldRetry(failures: number, error: unknown): boolean {
  if (failures >= MAX_RETRIES || !(error instanceof ApiError)) return false;
  return error.status === 0 || error.status >= 502;
}

/** A query client with the product's defaults. Tests make their own. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: shouldRetry, staleTime: 30_000, networkMode: 'always', refetchOnWindowFocus: false },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** The query client of the whole page. Emptied when another person signs in, or this one out. */
export const queryClient: QueryClient = createQueryClient();

onSessionChange((now, before) => {
  if (now.userData?._id !== before.userData?._id) queryClient.clear();
});
