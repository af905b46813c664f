import { useMutation, useQueryClient } from '@solvent/http';
import type { Query, QueryClient, QueryKey } from '@solvent/http';
import { applyChange, restartFetch, updateCachedData } from './cached-data.ts';
import type { QueryFilter } from './cached-data.ts';

interface OptimisticUpdate<Variables> extends QueryFilter {
  /** Must be idempotent. A method, so that implementations can declare the type of their data. */
  update(data: unknown, variables: Variables): unknown;
  /** `false` for lists that a refetch would shorten: their running fetches continue. */
  refetch?: false;
}

interface OptimisticMutation<Variables, Response> {
  /** Mutations of one key are sent in order. Only the last one calls back, so that quick clicks show one message. */
  mutationKey: readonly string[];
  mutationFn: (variables: Variables) => Promise<Response>;
  updates: readonly OptimisticUpdate<Variables>[];
  onSuccess?: (response: Response, variables: Variables) => void;
  onError?: (error: Error, variables: Variables) => void;
  /** Invalidate queries here: fetches that start earlier are restarted. */
  onSettled?: (error: Error | null) => void;
}

interface Snapshot {
  queryKey: QueryKey;
  before: unknown;
  after: unknown;
  updatedAt: number;
}

function applyUpdates<Variables>(
  client: QueryClient,
  updates: readonly OptimisticUpdate<Variables>[],
  variables: Variables,
): Snapshot[] {
  return updates.flatMap((target) => {
    const queries = client.getQueryCache().findAll(target);
    // A silently canceled fetch counts as fetching until it is restarted after the mutation.
    if (target.refetch !== false)
      for (const query of queries) if (query.state.fetchStatus === 'fetching') void query.cancel({ silent: true });
    const before = queries.map(({ state }) => state);
    updateCachedData(client, target, (data) => target.update(data, variables));
    return queries.map(({ queryKey, state }, index) => ({
      queryKey,
      before: before[index]?.data,
      after: state.data,
      updatedAt: state.dataUpdatedAt,
    }));
  });
}

/** Undoes only what the mutation changed, also in the snapshots of later mutations, which may fail, too. */
function undoUpdates(client: QueryClient, snapshots: readonly Snapshot[], laterSnapshots: readonly Snapshot[]): void {
  for (const { queryKey, before, after } of snapshots) {
    updateCachedData(client, { queryKey, exact: true }, (data) => applyChange(data, after, before));
    for (const later of laterSnapshots) if (later.queryKey === queryKey) later.before = applyChange(later.before, after, before);
  }
}

function getMutationOptions<Variables, Response>(client: QueryClient, mutation: OptimisticMutation<Variables, Response>) {
  const { mutationKey, mutationFn, updates, onSuccess, onError, onSettled } = mutation;
  const findPending = () => client.getMutationCache().findAll({ mutationKey, exact: true, status: 'pending' });
  const isLast = () => findPending().length === 1;
  return {
    mutationKey,
    scope: { id: mutationKey.join() },
    mutationFn,
    onMutate: (variables: Variables) => applyUpdates(client, updates, variables),
    onSuccess: (response: Response, variables: Variables, snapshots: readonly Snapshot[]) => {
      if (!isLast()) return;
      // Responses that arrived during the mutation may have the old state.
      const hasOwnData = ({ queryKey, state }: Query) =>
        snapshots.some((snapshot) => snapshot.queryKey === queryKey && snapshot.updatedAt === state.dataUpdatedAt);
      for (const target of updates)
        updateCachedData(client, { ...target, predicate: (query) => !hasOwnData(query) }, (data) =>
          target.update(data, variables),
        );
      onSuccess?.(response, variables);
    },
    onError: (error: Error, variables: Variables, snapshots: readonly Snapshot[] = []) => {
      // Only `onMutate` sets the context of this key's mutations. Earlier ones have ended: they are sent in order.
      const pending = findPending().flatMap(({ state }) => (state.context as Snapshot[] | undefined) ?? []);
      undoUpdates(
        client,
        snapshots,
        pending.filter((snapshot) => !snapshots.includes(snapshot)),
      );
      if (isLast()) onError?.(error, variables);
    },
    onSettled: (_response: Response | undefined, error: Error | null) => {
      if (!isLast()) return;
      for (const target of updates)
        if (target.refetch !== false)
          client
            .getQueryCache()
            .findAll({ ...target, fetchStatus: 'fetching' })
            .forEach(restartFetch);
      onSettled?.(error);
    },
  };
}

/**
 * Updates cached data at once, sends the mutation, and undoes only its own change if it fails. The last one of several
 * concurrent mutations of one key calls back, and repeats fetches that may have returned old data.
 */
export function useOptimisticMutation<Response, Variables = void>(mutation: OptimisticMutation<Variables, Response>) {
  return useMutation(getMutationOptions(useQueryClient(), mutation));
}

/** {@link useOptimisticMutation} without a hook, for lists whose rows would each create an observer. */
export function runOptimisticMutation<Response, Variables>(
  client: QueryClient,
  mutation: OptimisticMutation<Variables, Response>,
  variables: Variables,
): void {
  const built = client.getMutationCache().build(client, getMutationOptions(client, mutation));
  built.execute(variables).catch(() => undefined);
}
