import { http, infiniteQueryOptions } from '@solvent/http';

/**
 * A field of an answer that must be there.
 *
 * @throws Error where the answer has none: the screen then says its own sentence
 */
export function pick<Body extends object, Key extends keyof Body & string>(body: Body, key: Key): NonNullable<Body[Key]> {
  const value = body[key];
  if (value === undefined || value === null) throw new Error(`Invalid format: the answer has no ${key}.`);
  return value;
}

/** Each item once, the first of it: what is added meanwhile moves others from page to page. */
export function distinct<Item>(items: readonly Item[], getId: (item: Item) => string): Item[] {
  const byId = new Map<string, Item>();
  for (const item of items) if (!byId.has(getId(item))) byId.set(getId(item), item);
  return [...byId.values()];
}

interface PagedQueryConfig<Body extends object, Page> {
  queryKey: readonly unknown[];
  /** Path under `/api`. */
  path: string;
  /** The query without its page. */
  params?: object;
  /** Page size, where it is not the server's own. */
  limit?: number;
  /** What of an answer the cache keeps: check with {@link pick} what must be there. */
  read: (body: Partial<Body>, page: number) => Page;
}

/** `GET` of a list by page numbers from 1 to `totalPages`: options for `useInfiniteQuery`. */
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
