declare const described: unique symbol;

interface AnySchema {
  readonly [keyword: string]: unknown;
}

/** A JSON schema of values of the type `T`. */
export interface JsonSchema<T> extends AnySchema {
  readonly [described]?: T;
}

export type TypeOf<Schema> = Schema extends JsonSchema<infer T> ? T : unknown;

type Fields = Record<string, AnySchema>;
type Described<Properties extends Fields> = { -readonly [K in keyof Properties]: TypeOf<Properties[K]> };
type Flat<T> = { [K in keyof T]: T[K] };
type Extended<Base, Required extends Fields, Optional extends Fields> = Flat<
  Base & Described<Required> & Partial<Described<Optional>>
>;

export interface ObjectSchema<T> extends JsonSchema<T> {
  readonly properties: Fields;
  readonly required: readonly string[];
}

const typed = <T>(schema: AnySchema): JsonSchema<T> => schema;

const toObject = (properties: Fields, required: readonly string[]) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

function object<Required extends Fields>(properties: Required): ObjectSchema<Described<Required>>;
function object<Required extends Fields, Optional extends Fields>(
  properties: Required,
  optional: Optional,
): ObjectSchema<Extended<unknown, Required, Optional>>;
function object(properties: Fields, optional: Fields = {}) {
  return toObject({ ...properties, ...optional }, Object.keys(properties));
}

/** An object with more fields than another one. */
function extend<Base, Required extends Fields>(
  base: ObjectSchema<Base>,
  properties: Required,
): ObjectSchema<Flat<Base & Described<Required>>>;
function extend<Base, Required extends Fields, Optional extends Fields>(
  base: ObjectSchema<Base>,
  properties: Required,
  optional: Optional,
): ObjectSchema<Extended<Base, Required, Optional>>;
function extend({ properties, required }: ObjectSchema<unknown>, added: Fields, optional: Fields = {}) {
  return toObject({ ...properties, ...added, ...optional }, [...required, ...Object.keys(added)]);
}

/** Adds a name to the schemas that `build` returns. */
const titled = <Build extends (...args: never[]) => AnySchema>(title: string, build: Build) =>
  // The title does not change the type of the described values.
  ((...args: never[]) => ({ ...build(...args), title })) as unknown as Build;

/** Builders of a resource: the OpenAPI document lists it by this name, that of its type. Other schemas do not inherit the name. */
const named = (title: string) => ({ object: titled(title, object), extend: titled(title, extend) });

const orNull = <Some extends AnySchema>(schema: Some) =>
  typed<TypeOf<Some> | null>({
    ...schema,
    nullable: true,
    ...(Array.isArray(schema['enum']) && { enum: [...schema['enum'], null] }),
  });

const text = typed<string>({ type: 'string' });
const id = typed<string>({ type: 'string', format: 'uuid' });
const integer = typed<number>({ type: 'integer' });
const number = typed<number>({ type: 'number' });

/** Declares a resource once: the server serializes and documents it by its schema, and its type is inferred with `TypeOf`. */
export const json = {
  text,
  textOrNull: orNull(text),
  id,
  idOrNull: orNull(id),
  /** ISO 8601 in UTC, such as `2026-11-21T04:05:12.000Z`. */
  time: typed<string>({ type: 'string', format: 'date-time' }),
  integer,
  integerOrNull: orNull(integer),
  number,
  numberOrNull: orNull(number),
  boolean: typed<boolean>({ type: 'boolean' }),
  range: typed<[number, number]>({ type: 'array', items: { type: 'integer' }, minItems: 2, maxItems: 2 }),
  oneOf: <const Value extends string>(values: readonly Value[]) => typed<Value>({ type: 'string', enum: values }),
  list: <Item extends AnySchema>(items: Item) => typed<TypeOf<Item>[]>({ type: 'array', items }),
  orNull,
  /** A file. */
  binary: typed<unknown>({ type: 'string', format: 'binary' }),
  object,
  extend,
  named,
} as const;
