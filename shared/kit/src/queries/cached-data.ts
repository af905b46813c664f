import type { Query, QueryClient, QueryKey } from '@solvent/http';

export interface QueryFilter {
  queryKey: QueryKey;
  /** Excludes queries below the key. */
  exact?: boolean;
  predicate?: (query: Query) => boolean;
}

/**
 * Updates cached data but keeps its age: a local change is not the server's response to this user (product 10.9).
 *
 * @param update returns the same object if nothing changes
 */
export function updateCachedData<Data>(client: QueryClient, filter: QueryFilter, update: (data: Data) => Data): void {
  for (const { queryKey, state } of client.getQueryCache().findAll(filter)) {
    if (state.data === undefined) continue;
    // The cached data has no static type; the query key determines it.
    const next = update(state.data as Data);
    if (next !== state.data) client.setQueryData(queryKey, next, { updatedAt: state.dataUpdatedAt });
  }
}

/** Cancels a running fetch and starts the same one again, whether of all pages or of the next page. */
export function restartFetch(query: Query): void {
  const { fetchMeta } = query.state;
  void query.cancel({ silent: true });
  query.fetch(undefined, fetchMeta ? { meta: fetchMeta } : {}).catch(() => undefined);
}

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

const getId = (item: unknown): unknown => (isObject(item) ? (item._id ?? item.id) : undefined);

const toMap = (items: readonly unknown[]) => new Map(items.map((item) => [getId(item), item]));

function changeItems(target: readonly unknown[], from: readonly unknown[], to: readonly unknown[]): readonly unknown[] {
  if (![...target, ...from, ...to].every((item) => getId(item) !== undefined))
    return from.length === to.length ? target.map((item, index) => applyChange(item, from[index], to[index])) : target;
  const [before, after, current] = [toMap(from), toMap(to), toMap(target)];
  const result = target
    .filter((item) => after.has(getId(item)) || !before.has(getId(item)))
    .map((item) => applyChange(item, before.get(getId(item)), after.get(getId(item))));
  for (const [index, item] of to.entries())
    if (!before.has(getId(item)) && !current.has(getId(item))) result.splice(index, 0, item);
  return result;
}

/**
 * Applies the change between two versions of cached data to a third one, only where that still has the first version's values.
 * Items of arrays are compared by `_id` or `id`, else by position.
 */
export function applyChange(target: unknown, from: unknown, to: unknown): unknown {
  if (from === to) return target;
  if (target === from) return to;
  if (Array.isArray(target) && Array.isArray(from) && Array.isArray(to)) return changeItems(target, from, to);
  if (!isObject(target) || !isObject(from) || !isObject(to)) return target;
  const keys = new Set([...Object.keys(from), ...Object.keys(to)]);
  return { ...target, ...Object.fromEntries([...keys].map((key) => [key, applyChange(target[key], from[key], to[key])])) };
}
