declare const described: unique symbol;

type Plain = string | number | boolean | null | undefined;
/** `T` with nothing optional, however deep: a schema without an optional field is none of the type. */
type Full<T> = T extends Plain ? T : { [K in keyof T]-?: Full<T[K]> };

/** Any JSON schema, as Fastify's serialiser and OpenAPI take it. */
interface AnySchema {
  readonly [keyword: string]: unknown;
}

/**
 * A JSON schema of values of type `T`: of no other one, be it wider or narrower. So a schema that lacks a field of a contract,
 * adds one, or has it with another type, is no schema of that contract.
 */
export interface JsonSchema<T> extends AnySchema {
  readonly [described]?: (same: [T, Full<T>]) => [T, Full<T>];
}

/** What a schema describes. */
export type TypeOf<Schema> = Schema extends JsonSchema<infer T> ? T : unknown;

type Fields = Record<string, AnySchema>;
type Described<Properties extends Fields> = { -readonly [K in keyof Properties]: TypeOf<Properties[K]> };
type Flat<T> = { [K in keyof T]: T[K] };

interface ObjectSchema<T> extends JsonSchema<T> {
  readonly properties: Fields;
  readonly required: readonly string[];
}

const of = <T>(schema: AnySchema): JsonSchema<T> => schema;

function object<Required extends Fields>(properties: Required): ObjectSchema<Described<Required>>;
function object<Required extends Fields, Optional extends Fields>(
  properties: Required,
  optional: Optional,
): ObjectSchema<Flat<Described<Required> & Partial<Described<Optional>>>>;
function object(properties: Fields, optional: Fields = {}) {
  const all = { ...properties, ...optional };
  return { type: 'object', properties: all, required: Object.keys(properties), additionalProperties: false };
}

/** The types that answers are made of. All properties of an object are required unless said otherwise. */
export const json = {
  text: of<string>({ type: 'string' }),
  textOrNull: of<string | null>({ type: ['string', 'null'] }),
  id: of<string>({ type: 'string', format: 'uuid' }),
  idOrNull: of<string | null>({ type: ['string', 'null'], format: 'uuid' }),
  time: of<string>({ type: 'string', format: 'date-time' }),
  integer: of<number>({ type: 'integer' }),
  integerOrNull: of<number | null>({ type: ['integer', 'null'] }),
  number: of<number>({ type: 'number' }),
  numberOrNull: of<number | null>({ type: ['number', 'null'] }),
  boolean: of<boolean>({ type: 'boolean' }),
  /** Two places in a text. */
  range: of<[number, number]>({ type: 'array', items: { type: 'integer' }, minItems: 2, maxItems: 2 }),
  oneOf: <const Value extends string>(values: readonly Value[]) => of<Value>({ type: 'string', enum: values }),
  list: <Item extends AnySchema>(items: Item) => of<TypeOf<Item>[]>({ type: 'array', items }),
  orNull: <Some extends AnySchema>(schema: Some) => of<TypeOf<Some> | null>({ anyOf: [schema, { type: 'null' }] }),
  object,
} as const;

/**
 * The body of a success: `status: true` and what the contract says. It is an allow-list: what a handler gives beyond it does
 * not leave the server.
 * @param body describes the contract, which has to be named, exactly
 */
export function responseSchema<Contract = never>({
  properties,
  required,
  ...schema
}: ObjectSchema<NoInfer<Contract>>): JsonSchema<Contract> {
  const status = { type: 'boolean', enum: [true] };
  return { ...schema, properties: { status, ...properties }, required: ['status', ...required] };
}

/** The body of a success that says nothing but that it is done. */
export const doneSchema = responseSchema<object>(json.object({}));

/** What a paged list adds to its items (product 11.6). */
export const pagingSchema = { page: json.integer, limit: json.integer, totalPages: json.integer } as const;
