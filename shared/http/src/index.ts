export {
  ApiError,
  getInlineErrorText,
  getErrorText,
  isNotFound,
  isNetworkError,
  isUnknownRoute,
  NETWORK_ERROR,
  NO_CONNECTION,
  getReference,
} from './api-error.ts';
export { http, isAborted } from './client.ts';
export { watchConnection } from './connection.ts';
export { CONNECTION_TEXTS, onReconnect, useConnection } from './connection-state.ts';
export { createQueryClient, queryClient } from './query-client.ts';
export { getRuntimeConfig } from './runtime-config.ts';
export { finishServedPage, getRenderedAt, isRestoringServedPage, restoreServedPage } from './served-page.ts';
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

// Names that remotes published before contract 3.5 import. Remove them in the next release.
export {
  getErrorText as failureText,
  getInlineErrorText as failureInPlace,
  getReference as referenceOf,
  isNetworkError as isUnanswered,
  isNotFound as isMissing,
} from './api-error.ts';
export { getRenderedAt as servedAt } from './served-page.ts';
