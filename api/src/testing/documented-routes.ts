import type { TestApp } from './test-app.ts';

/** A JSON schema, as far as tests read it. */
export interface DocumentedSchema {
  type?: string;
  properties?: Record<string, DocumentedSchema>;
  items?: DocumentedSchema;
  maxLength?: number;
  maxItems?: number;
}

/** A route as the documentation tells it, which is made from what is registered. */
export interface DocumentedRoute {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';
  /** With its parameters in braces. */
  path: string;
  /** Names of what an address's query may hold. */
  filters: string[];
  /** The fields of its JSON body; undefined where it has none. */
  body: Record<string, DocumentedSchema> | undefined;
}

interface Documented {
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema?: DocumentedSchema }> };
}

/** All routes of an application under /api. */
export async function documentedRoutes({ app }: TestApp): Promise<DocumentedRoute[]> {
  const { paths } = (await app.inject('/api/openapi.json')).json<{ paths: Record<string, Record<string, Documented>> }>();
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
      // The documentation writes methods small.
      method: method.toUpperCase() as DocumentedRoute['method'],
      path,
      filters: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
      body: requestBody?.content['application/json']?.schema?.properties,
    })),
  );
}
