import type { TestApp } from './test-app.ts';

export interface DocumentedSchema {
  type?: string;
  required?: string[];
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

interface Content {
  content: Record<string, { schema?: DocumentedSchema }>;
}

interface Documented {
  parameters?: { name: string; in: string }[];
  requestBody?: Content;
  responses: Record<string, Content>;
}

/** Replaces references by what they name, and what may be null by what it otherwise is. */
function inline(value: unknown, document: object): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => inline(item, document));
  const { $ref, anyOf, ...rest } = value as { $ref?: string; anyOf?: unknown[] };
  if (anyOf !== undefined) return inline(anyOf[0], document);
  if ($ref === undefined) return Object.fromEntries(Object.entries(rest).map(([key, inner]) => [key, inline(inner, document)]));
  const named = $ref
    .split('/')
    .slice(1)
    .reduce<unknown>((node, key) => Reflect.get(Object(node), key), document);
  return inline(named, document);
}

/** Reads the paths of the OpenAPI document, without references. */
export async function fetchDocumentedPaths({ app }: TestApp): Promise<Record<string, Record<string, Documented>>> {
  const document = (await app.inject('/api/openapi.json')).json<{ paths: object }>();
  // It is the paths with other schemas.
  return inline(document.paths, document) as Record<string, Record<string, Documented>>;
}

export async function documentedRoutes(test: TestApp): Promise<DocumentedRoute[]> {
  const paths = await fetchDocumentedPaths(test);
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase() as DocumentedRoute['method'],
      path,
      filters: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
      body: requestBody?.content['application/json']?.schema?.properties,
    })),
  );
}
