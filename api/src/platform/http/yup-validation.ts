import type { FieldErrors } from '@solvent/contracts';
import type { FastifySchemaCompiler, FastifyTypeProvider } from 'fastify';
import * as yup from 'yup';
import { AppError, invalid, notFound } from '../errors/app-error.ts';
import type { TypeOf } from './response-schema.ts';
import { boundedInput, unboundedPaths } from './bounded-input.ts';
import { nullCharacterPath, withLineFeeds } from './sent-texts.ts';

/** Types a request by its yup schemas, and its answer by the schema of that. */
export interface YupTypeProvider extends FastifyTypeProvider {
  serializer: TypeOf<this['schema']>;
  validator: this['schema'] extends yup.Schema ? yup.InferType<this['schema']> : unknown;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const WRONG_FORM = 'This value has the wrong form';

/** yup's own text for a wrong type repeats the value, which may be a password. */
function messageOf(error: yup.ValidationError): string {
  return error.type === 'typeError' && error.message.includes('must be a `') ? WRONG_FORM : error.message;
}

/** The first message of each field. */
function fieldErrors(error: yup.ValidationError): FieldErrors {
  const errors: FieldErrors = {};
  for (const inner of error.inner.length > 0 ? error.inner : [error]) {
    errors[inner.path ?? ''] ??= messageOf(inner);
  }
  return errors;
}

function unknownFilters(schema: yup.AnyObjectSchema, query: Record<string, unknown>): FieldErrors {
  const unknown = Object.keys(query).filter((name) => !Object.hasOwn(schema.fields, name));
  return Object.fromEntries(unknown.map((name) => [name, `There is no filter called "${name}"`]));
}

function repeatedFilters(query: Record<string, unknown>): FieldErrors {
  const repeated = Object.keys(query).filter((name) => Array.isArray(query[name]));
  return Object.fromEntries(repeated.map((name) => [name, 'This filter can be given once']));
}

/** `?search=` is the same as no search. */
const withoutEmpty = (query: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));

interface Outcome {
  value: unknown;
  errors: FieldErrors;
}

/** yup's `trim` and `lowercase` throw a TypeError at a list or an object: the fields are then asked one by one. */
function fieldByField(schema: yup.AnyObjectSchema, input: Record<string, unknown>): FieldErrors {
  const errors: FieldErrors = {};
  for (const name of Object.keys(schema.fields)) {
    try {
      schema.validateSyncAt(name, input, { abortEarly: false });
    } catch (error) {
      Object.assign(errors, error instanceof yup.ValidationError ? fieldErrors(error) : { [name]: WRONG_FORM });
    }
  }
  return errors;
}

function applyRules(schema: yup.AnyObjectSchema, input: Record<string, unknown>, context: object): Outcome {
  try {
    return { value: schema.validateSync(input, { abortEarly: false, stripUnknown: true, context }), errors: {} };
  } catch (error) {
    if (error instanceof yup.ValidationError) return { value: undefined, errors: fieldErrors(error) };
    const errors = error instanceof TypeError ? fieldByField(schema, input) : {};
    // A fault of our own must not pass for a value that holds.
    if (Object.keys(errors).length === 0) throw error;
    return { value: undefined, errors };
  }
}

function checkFields(schema: yup.AnyObjectSchema, input: Record<string, unknown>, context: object = {}): Outcome {
  const { value, errors } = boundedInput(schema, input);
  if (Object.keys(errors).length > 0) return { value: undefined, errors };
  const unreadable = nullCharacterPath(value);
  // The keys stay those of the input.
  if (unreadable === undefined) return applyRules(schema, withLineFeeds(value) as typeof input, context);
  return { value: undefined, errors: { [unreadable]: 'This text holds a character that cannot be stored' } };
}

function checkQuery(schema: yup.AnyObjectSchema, input: Record<string, unknown>): Outcome {
  const { value, errors } = checkFields(schema, withoutEmpty(input));
  return { value, errors: { ...errors, ...repeatedFilters(input), ...unknownFilters(schema, input) } };
}

/**
 * Holds the texts of a form to its rules, as a route's schema holds a JSON body.
 * @param context what the rules ask for besides
 * @throws AppError invalid with a text for each field that breaks a rule
 */
export function validateForm<Schema extends yup.AnyObjectSchema>(
  schema: Schema,
  input: Record<string, unknown>,
  context: object,
): yup.InferType<Schema> {
  const { value, errors } = checkFields(schema, input, context);
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return value;
}

/** Holds a JSON body to its rules where a route takes other bodies, too, or where they depend on more than the body; as {@link validateForm}. @throws also malformed */
export function validateBody<Schema extends yup.AnyObjectSchema>(
  schema: Schema,
  body: unknown,
  context: object = {},
): yup.InferType<Schema> {
  if (!isRecord(body)) throw notAnObject();
  return validateForm(schema, body, context);
}

const notAnObject = () => new AppError('malformed', 'The body must be a JSON object.');

type Checked = { value: unknown } | { error: AppError };

function check(schema: yup.AnyObjectSchema, part: string | undefined, data: unknown): Checked {
  const input = data ?? {};
  if (!isRecord(input)) return { error: notAnObject() };
  const { value, errors } = part === 'querystring' ? checkQuery(schema, input) : checkFields(schema, input);
  if (Object.keys(errors).length === 0) return { value };
  return { error: part === 'params' ? notFound() : invalid(errors) };
}

/**
 * Fastify's validator for yup object schemas: unknown fields of a body are dropped, unknown filters
 * refused, and what breaks a rule is 422 with a message for each field. A path's parameter that
 * breaks its rule names nothing: 404. A schema with a list of any length is refused at start.
 */
export const yupValidatorCompiler: FastifySchemaCompiler<unknown> = ({ schema, httpPart = 'input', method, url }) => {
  if (!(schema instanceof yup.ObjectSchema)) throw new Error(`The ${httpPart} schema of a route must be a yup object`);
  const unbounded = unboundedPaths(schema);
  if (unbounded.length > 0)
    throw new Error(
      `The ${httpPart} schema of ${method} ${url} takes any length of ${unbounded.join(', ')}: give each list a max`,
    );
  return (data: unknown) => check(schema, httpPart, data);
};
