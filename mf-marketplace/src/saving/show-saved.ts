import type { QueryClient } from '@solvent/http';

interface Savable {
  _id: string;
  savedByMe: boolean;
}

const isSavable = (value: object): value is Savable => '_id' in value && 'savedByMe' in value;

/** The value with the problem marked, at whatever depth lists hold it; the very same value where nothing changed. */
function marked<Value>(value: Value, id: string, savedByMe: boolean): Value {
  if (typeof value !== 'object' || value === null) return value;
  if (isSavable(value)) return value._id === id && value.savedByMe !== savedByMe ? { ...value, savedByMe } : value;
  const parts = Object.entries(value).map(([key, part]) => [key, marked(part, id, savedByMe)] as const);
  if (parts.every(([key, part]) => part === value[key as keyof Value])) return value;
  // Arrays and records of the same keys, with the one problem in another state.
  return (Array.isArray(value) ? parts.map(([, part]) => part) : Object.fromEntries(parts)) as Value;
}

/** Shows a problem as saved, or not, in every list and detail that this page holds. None of them counts as fresher for it. */
export function showSaved(queryClient: QueryClient, id: string, saved: boolean): void {
  for (const [queryKey, data] of queryClient.getQueriesData({ queryKey: ['problems'] })) {
    const next = marked(data, id, saved);
    const updatedAt = queryClient.getQueryState(queryKey)?.dataUpdatedAt;
    if (next !== data) queryClient.setQueryData(queryKey, next, { updatedAt });
  }
}
