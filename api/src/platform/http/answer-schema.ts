/** A JSON schema, as Fastify's serialiser and OpenAPI take it. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** The types that answers are made of. All properties of an object are required unless said otherwise. */
export const json = {
  text: { type: 'string' },
  textOrNull: { type: ['string', 'null'] },
  id: { type: 'string', format: 'uuid' },
  time: { type: 'string', format: 'date-time' },
  integer: { type: 'integer' },
  number: { type: 'number' },
  yes: { type: 'boolean' },
  oneOf: (values: readonly string[]): JsonSchema => ({ type: 'string', enum: values }),
  list: (items: JsonSchema): JsonSchema => ({ type: 'array', items }),
  orNull: (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] }),
  object: (properties: Record<string, JsonSchema>, optional: Record<string, JsonSchema> = {}): JsonSchema => ({
    type: 'object',
    properties: { ...properties, ...optional },
    required: Object.keys(properties),
    additionalProperties: false,
  }),
} as const;

/**
 * The body of a success: `status: true` and these. It is an allow-list: what a handler gives beyond
 * it does not leave the server.
 */
export const answerSchema = (properties: Record<string, JsonSchema>): JsonSchema =>
  json.object({ status: { type: 'boolean', enum: [true] }, ...properties });

/** The body of a success that says nothing but that it is done. */
export const doneSchema = answerSchema({});

/** What a paged list adds to its items (api "Conventions"). */
export const pagingSchema = { page: json.integer, limit: json.integer, totalPages: json.integer } as const;
