declare const described: unique symbol;

type Plain = string | number | boolean | null | undefined;
/** `T` with all fields required, at any depth: otherwise a schema could leave out an optional field. */
type Full<T> = T extends Plain ? T : { [K in keyof T]-?: Full<T[K]> };

interface AnySchema {
  readonly [keyword: string]: unknown;
}

/** A JSON schema of exactly `T`: the types differ if a field is missing, added or of another type. */
export interface JsonSchema<T> extends AnySchema {
  readonly [described]?: (same: [T, Full<T>]) => [T, Full<T>];
}

export type TypeOf<Schema> = Schema extends JsonSchema<infer T> ? T : unknown;

type Fields = Record<string, AnySchema>;
type Described<Properties extends Fields> = { -readonly [K in keyof Properties]: TypeOf<Properties[K]> };
type Flat<T> = { [K in keyof T]: T[K] };

interface ObjectSchema<T> extends JsonSchema<T> {
  readonly properties: Fields;
  readonly required: readonly string[];
}

const typed = <T>(schema: AnySchema): JsonSchema<T> => schema;

function object<Required extends Fields>(properties: Required): ObjectSchema<Described<Required>>;
function object<Required extends Fields, Optional extends Fields>(
  properties: Required,
  optional: Optional,
): ObjectSchema<Flat<Described<Required> & Partial<Described<Optional>>>>;
function object(properties: Fields, optional: Fields = {}) {
  const all = { ...properties, ...optional };
  return { type: 'object', properties: all, required: Object.keys(properties), additionalProperties: false };
}

export const json = {
  text: typed<string>({ type: 'string' }),
  textOrNull: typed<string | null>({ type: ['string', 'null'] }),
  id: typed<string>({ type: 'string', format: 'uuid' }),
  idOrNull: typed<string | null>({ type: ['string', 'null'], format: 'uuid' }),
  time: typed<string>({ type: 'string', format: 'date-time' }),
  integer: typed<number>({ type: 'integer' }),
  integerOrNull: typed<number | null>({ type: ['integer', 'null'] }),
  number: typed<number>({ type: 'number' }),
  numberOrNull: typed<number | null>({ type: ['number', 'null'] }),
  boolean: typed<boolean>({ type: 'boolean' }),
  range: typed<[number, number]>({ type: 'array', items: { type: 'integer' }, minItems: 2, maxItems: 2 }),
  oneOf: <const Value extends string>(values: readonly Value[]) => typed<Value>({ type: 'string', enum: values }),
  list: <Item extends AnySchema>(items: Item) => typed<TypeOf<Item>[]>({ type: 'array', items }),
  orNull: <Some extends AnySchema>(schema: Some) => typed<TypeOf<Some> | null>({ anyOf: [schema, { type: 'null' }] }),
  object,
} as const;

/** An allow-list: fields outside of the contract are not sent. The type argument is mandatory. */
export function responseSchema<Contract = never>({
  properties,
  required,
  ...schema
}: ObjectSchema<NoInfer<Contract>>): JsonSchema<Contract> {
  const status = { type: 'boolean', enum: [true] };
  return { ...schema, properties: { status, ...properties }, required: ['status', ...required] };
}

export const doneSchema = responseSchema<object>(json.object({}));

/** Fields of a paged list beside its items (product 11.6). */
export const pagingSchema = { page: json.integer, limit: json.integer, totalPages: json.integer } as const;
