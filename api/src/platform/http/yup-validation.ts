import type { FieldErrors } from '@solvent/contracts';
import type { TypeOf } from '@solvent/contracts/schemas';
import type { FastifySchemaCompiler, FastifyTypeProvider } from 'fastify';
import * as yup from 'yup';
import { AppError, invalid, notFound } from '../errors/app-error.ts';
import { boundInput, findUnboundedPaths, isRecord, WRONG_FORM } from './bounded-input.ts';
import type { Outcome } from './bounded-input.ts';

export interface YupTypeProvider extends FastifyTypeProvider {
  serializer: TypeOf<this['schema']>;
  validator: this['schema'] extends yup.Schema ? yup.InferType<this['schema']> : unknown;
}

/** Returns the message of an error. Replaces yup's text for a wrong type, because it repeats the value, which may be a password. */
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

const hasErrors = ({ errors }: Outcome) => Object.keys(errors).length > 0;

function applyRules(schema: yup.AnyObjectSchema, value: unknown, context: object): Outcome {
  try {
    return { value: schema.validateSync(value, { abortEarly: false, stripUnknown: true, context }), errors: {} };
  } catch (error) {
    if (!(error instanceof yup.ValidationError)) throw error;
    return { value: undefined, errors: toFieldErrors(error) };
  }
}

const getFieldName = (path: string) => path.split(/[.[]/, 1)[0];

/** Also applies the rules beside values of the wrong form, which count as missing, but not beside lists that are too long. */
function checkFields(schema: yup.AnyObjectSchema, input: Record<string, unknown>, context: object = {}): Outcome {
  const bounded = boundInput(schema, input);
  if (Object.values(bounded.errors).some((message) => message !== WRONG_FORM)) return bounded;
  const { value, errors } = applyRules(schema, bounded.value, context);
  const rejected = new Set(Object.keys(bounded.errors).map(getFieldName));
  const others = Object.entries(errors).filter(([path]) => !rejected.has(getFieldName(path)));
  return { value, errors: { ...Object.fromEntries(others), ...bounded.errors } };
}

function checkQuery(schema: yup.AnyObjectSchema, input: Record<string, unknown>): Outcome {
  // `?search=` is the same as no search.
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== ''));
  const { value, errors } = checkFields(schema, given);
  return { value, errors: { ...errors, ...checkFilters(schema, input) } };
}

/**
 * Validates a form or a JSON body that no route schema covers.
 * @param context values that rules refer to
 * @throws AppError `invalid` with a message per field; `malformed` if it is not an object
 */
export function validateBody<Schema extends yup.AnyObjectSchema>(
  schema: Schema,
  body: unknown,
  context: object = {},
): yup.InferType<Schema> {
  if (!isRecord(body)) throw notAnObject();
  const outcome = checkFields(schema, body, context);
  if (hasErrors(outcome)) throw invalid(outcome.errors);
  return outcome.value;
}

const notAnObject = () => new AppError('malformed', 'The body must be a JSON object.');

function check(schema: yup.AnyObjectSchema, part: string, data: unknown): { value: unknown } | { error: AppError } {
  const input = data ?? {};
  if (!isRecord(input)) return { error: notAnObject() };
  const outcome = part === 'querystring' ? checkQuery(schema, input) : checkFields(schema, input);
  if (!hasErrors(outcome)) return { value: outcome.value };
  return { error: part === 'params' ? notFound() : invalid(outcome.errors) };
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
