import { http, infiniteQueryOptions } from '@solvent/http';

/** Returns a required field. @throws Error if it is missing, so that the page shows its load error */
export function requireField<Body extends object, Key extends keyof Body & string>(body: Body, key: Key): NonNullable<Body[Key]> {
  const value = body[key];
  if (value === undefined || value === null) throw new Error(`Invalid format: the response has no ${key}.`);
  return value;
}

/** Removes duplicates and keeps the first of each: new items shift others to the next page between requests. */
export function distinct<Item>(items: readonly Item[], getId: (item: Item) => string): Item[] {
  const byId = new Map<string, Item>();
  for (const item of items) if (!byId.has(getId(item))) byId.set(getId(item), item);
  return [...byId.values()];
}

interface PagedQueryConfig<Body extends object, Page> {
  queryKey: readonly unknown[];
  /** Path under `/api`. */
  path: string;
  /** Query parameters without the page. */
  params?: object;
  /** Page size, if not the server's default. */
  limit?: number;
  read: (body: Partial<Body>, page: number) => Page;
}

/** Returns options for `useInfiniteQuery` of a list with page numbers from 1 to `totalPages`. */
export const pagedQuery = <Body extends object, Page extends { totalPages: number }>({
  queryKey,
  path,
  params,
  limit,
  read,
}: PagedQueryConfig<Body, Page>) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: async ({ pageParam: page, signal }) => {
      const query = { ...params, page, ...(limit === undefined ? {} : { limit }) };
      const { data } = await http.get<Partial<Body>>(path, { params: query, signal });
      return read(data, page);
    },
    initialPageParam: 1,
    getNextPageParam: (last: Page, _pages: Page[], page: number) => (page < last.totalPages ? page + 1 : undefined),
  });
