import type { preSerializationAsyncHookHandler, RouteOptions } from 'fastify';
import type { ObjectSchema } from '@solvent/contracts/schemas';

export const addSuccessStatus: preSerializationAsyncHookHandler = async (_request, reply, payload) => {
  if (reply.statusCode >= 400 || typeof payload !== 'object' || payload === null) return payload;
  return { status: true, ...payload };
};

const hasFields = (schema: unknown): schema is ObjectSchema<unknown> =>
  typeof schema === 'object' && schema !== null && 'properties' in schema;

const withStatus = ({ properties, required, ...schema }: ObjectSchema<unknown>) => ({
  ...schema,
  properties: { status: { type: 'boolean', enum: [true] }, ...properties },
  // A HEAD route has the schema of its GET route.
  required: [...new Set(['status', ...required])],
});

/** Adds the status to a route's response schemas, which describe the rest. */
export function addStatusToSchemas(route: RouteOptions): void {
  const response = route.schema?.response;
  if (typeof response !== 'object' || response === null) return;
  const schemas = Object.entries(response).map(([code, schema]) => [code, hasFields(schema) ? withStatus(schema) : schema]);
  route.schema = { ...route.schema, response: Object.fromEntries(schemas) };
}
