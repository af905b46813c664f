import pg from 'pg';

const isNamed = (query: unknown): query is { name: string } =>
  typeof query === 'object' && query !== null && 'name' in query && typeof query.name === 'string';

/** The same query without a name. One that is a query already, with methods of its own, has none either. */
const nameless = (query: unknown): unknown => (isNamed(query) ? Object.assign(Object.create(query), { name: undefined }) : query);

/**
 * A client that prepares nothing under a name: behind a pooler by transactions the next statement may run on another connection,
 * which does not know the name, or knows it of somebody else.
 */
export class NamelessClient extends pg.Client {
  // The driver's own method has eight forms; what is given is handed on as it is, but for its name.
  override query: pg.Client['query'] = (...args: unknown[]) => {
    const [query, ...rest] = args;
    return Reflect.apply(pg.Client.prototype.query, this, [nameless(query), ...rest]);
  };
}
