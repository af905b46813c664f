import type { FieldErrors } from '@solvent/contracts';
import type { TypeOf } from '@solvent/contracts/schemas';
import type { FastifySchemaCompiler, FastifyTypeProvider } from 'fastify';
import * as yup from 'yup';
import { AppError, invalid, notFound } from '../errors/app-error.ts';
import { boundInput, findUnboundedPaths, isRecord, findNullCharacter, normalizeLineEnds } from './bounded-input.ts';
import type { Outcome } from './bounded-input.ts';

export interface YupTypeProvider extends FastifyTypeProvider {
  serializer: TypeOf<this['schema']>;
  validator: this['schema'] extends yup.Schema ? yup.InferType<this['schema']> : unknown;
}

const WRONG_FORM = 'This value has the wrong form';

/** yup's own text for a wrong type repeats the value, which may be a password. */
const getMessage = ({ type, message }: yup.ValidationError) =>
  type === 'typeError' && message.includes('must be a `') ? WRONG_FORM : message;

function toFieldErrors(error: yup.ValidationError): FieldErrors {
  const errors: FieldErrors = {};
  for (const inner of error.inner.length > 0 ? error.inner : [error]) {
    errors[inner.path ?? ''] ??= getMessage(inner);
  }
  return errors;
}

function checkFilters(schema: yup.AnyObjectSchema, query: Record<string, unknown>): FieldErrors {
  const names = Object.keys(query);
  const repeated = names.filter((name) => Array.isArray(query[name]));
  const unknown = names.filter((name) => !Object.hasOwn(schema.fields, name));
  return Object.fromEntries([
    ...repeated.map((name) => [name, 'This filter can be given once']),
    ...unknown.map((name) => [name, `There is no filter called "${name}"`]),
  ]);
}

/** yup's `trim` and `lowercase` throw a TypeError for lists and objects, so this validates each field separately. */
function validateEachField(schema: yup.AnyObjectSchema, input: Record<string, unknown>): FieldErrors {
  const errors: FieldErrors = {};
  for (const name of Object.keys(schema.fields)) {
    try {
      schema.validateSyncAt(name, input, { abortEarly: false });
    } catch (error) {
      Object.assign(errors, error instanceof yup.ValidationError ? toFieldErrors(error) : { [name]: WRONG_FORM });
    }
  }
  return errors;
}

function applyRules(schema: yup.AnyObjectSchema, input: Record<string, unknown>, context: object): Outcome {
  try {
    return { value: schema.validateSync(input, { abortEarly: false, stripUnknown: true, context }), errors: {} };
  } catch (error) {
    if (error instanceof yup.ValidationError) return { value: undefined, errors: toFieldErrors(error) };
    const errors = error instanceof TypeError ? validateEachField(schema, input) : {};
    // A bug must not pass as a valid value.
    if (Object.keys(errors).length === 0) throw error;
    return { value: undefined, errors };
  }
}

function checkFields(schema: yup.AnyObjectSchema, input: Record<string, unknown>, context: object = {}): Outcome {
  const { value, errors } = boundInput(schema, input);
  if (Object.keys(errors).length > 0) return { value: undefined, errors };
  const path = findNullCharacter(value);
  // The keys stay those of the input.
  if (path === undefined) return applyRules(schema, normalizeLineEnds(value) as typeof input, context);
  return { value: undefined, errors: { [path]: 'This text holds a character that cannot be stored' } };
}

function checkQuery(schema: yup.AnyObjectSchema, input: Record<string, unknown>): Outcome {
  // `?search=` is the same as no search.
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== ''));
  const { value, errors } = checkFields(schema, given);
  return { value, errors: { ...errors, ...checkFilters(schema, input) } };
}

/** Validates a form. @param context values that rules refer to @throws AppError `invalid` with a message per field */
export function validateForm<Schema extends yup.AnyObjectSchema>(
  schema: Schema,
  input: Record<string, unknown>,
  context: object,
): yup.InferType<Schema> {
  const { value, errors } = checkFields(schema, input, context);
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return value;
}

/** Validates a JSON body outside of a route's schema, as {@link validateForm}. @throws AppError also `malformed` */
export function validateBody<Schema extends yup.AnyObjectSchema>(
  schema: Schema,
  body: unknown,
  context: object = {},
): yup.InferType<Schema> {
  if (!isRecord(body)) throw notAnObject();
  return validateForm(schema, body, context);
}

const notAnObject = () => new AppError('malformed', 'The body must be a JSON object.');

function check(schema: yup.AnyObjectSchema, part: string, data: unknown): { value: unknown } | { error: AppError } {
  const input = data ?? {};
  if (!isRecord(input)) return { error: notAnObject() };
  const { value, errors } = part === 'querystring' ? checkQuery(schema, input) : checkFields(schema, input);
  if (Object.keys(errors).length === 0) return { value };
  return { error: part === 'params' ? notFound() : invalid(errors) };
}

/** Drops unknown fields of a body; rejects unknown filters (422) and invalid path parameters (404). */
export const yupValidatorCompiler: FastifySchemaCompiler<unknown> = ({ schema, httpPart = 'input', method, url }) => {
  if (!(schema instanceof yup.ObjectSchema)) throw new Error(`The ${httpPart} schema of a route must be a yup object`);
  const unbounded = findUnboundedPaths(schema);
  if (unbounded.length > 0)
    throw new Error(
      `The ${httpPart} schema of ${method} ${url} takes any length of ${unbounded.join(', ')}: give each list a max`,
    );
  return (data: unknown) => check(schema, httpPart, data);
};
