export {
  ApiError,
  failureInPlace,
  failureText,
  isMissing,
  isUnanswered,
  isUnknownRoute,
  NETWORK_ERROR,
  NO_CONNECTION,
  referenceOf,
} from './api-error.ts';
export { http, isAborted } from './client.ts';
export { onReconnect, useConnection, watchConnection } from './connection.ts';
export { createQueryClient, queryClient } from './query-client.ts';
export { getRuntimeConfig } from './runtime-config.ts';
export { servedAt, takeServedPage } from './served-page.ts';
export { signOut } from './sign-out.ts';
export {
  infiniteQueryOptions,
  keepPreviousData,
  QueryClientProvider,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
export type { InfiniteData, Query, QueryClient, QueryKey } from '@tanstack/react-query';
