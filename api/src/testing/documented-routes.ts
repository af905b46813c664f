import type { TestApp } from './test-app.ts';

export interface DocumentedSchema {
  type?: string;
  properties?: Record<string, DocumentedSchema>;
  items?: DocumentedSchema;
  maxLength?: number;
  maxItems?: number;
}

/** A route of the OpenAPI document, which is generated from the registered routes. */
export interface DocumentedRoute {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';
  /** Path with parameters in braces. */
  path: string;
  filters: string[];
  body: Record<string, DocumentedSchema> | undefined;
}

interface Documented {
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema?: DocumentedSchema }> };
}

export async function documentedRoutes({ app }: TestApp): Promise<DocumentedRoute[]> {
  const { paths } = (await app.inject('/api/openapi.json')).json<{ paths: Record<string, Record<string, Documented>> }>();
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase() as DocumentedRoute['method'],
      path,
      filters: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
      body: requestBody?.content['application/json']?.schema?.properties,
    })),
  );
}
