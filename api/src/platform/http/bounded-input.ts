import type { FieldErrors } from '@solvent/contracts';
import * as yup from 'yup';

/** Real bodies have three levels. */
export const MAX_NESTING = 20;

/** Strings, also incomplete ones, and brackets. */
const TOKENS = /"(?:[^"\\]|\\.)*"?|[[\]{}]/gs;

/** Returns whether JSON exceeds {@link MAX_NESTING} levels. Runs before parsing. */
export function isNestedTooDeeply(text: string): boolean {
  let depth = 0;
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === '[' || token === '{') depth += 1;
    else if (token === ']' || token === '}') depth -= 1;
    if (depth > MAX_NESTING) return true;
  }
  return false;
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the `max` of a list. A condition (`when`) can only lower it. */
function getLengthRule({ tests }: yup.AnySchema): { max: number; message: unknown } | undefined {
  const rule = tests.find(({ OPTIONS }) => OPTIONS?.name === 'max')?.OPTIONS;
  const max = rule?.params?.['max'];
  return typeof max === 'number' ? { max, message: rule?.message } : undefined;
}

type ListSchema = yup.ArraySchema<unknown[] | null | undefined, yup.AnyObject>;

const isList = (schema: unknown): schema is ListSchema => schema instanceof yup.ArraySchema;

const getItemSchema = ({ innerType }: ListSchema): unknown => innerType;

/** Paths of lists without a `max`, and of schemas that depend on the value (`lazy`). A request schema must have none. */
export function findUnboundedPaths(schema: unknown, path = ''): string[] {
  if (schema instanceof yup.ObjectSchema)
    return Object.entries(schema.fields).flatMap(([name, field]) =>
      findUnboundedPaths(field, path === '' ? name : `${path}.${name}`),
    );
  if (isList(schema))
    return [...(getLengthRule(schema) === undefined ? [path] : []), ...findUnboundedPaths(getItemSchema(schema), `${path}[]`)];
  return yup.isSchema(schema) && !(schema instanceof yup.Schema) ? [path] : [];
}

export interface Outcome {
  value: unknown;
  errors: FieldErrors;
}

const reject = (path: string, message: string): Outcome => ({ value: undefined, errors: { [path]: message } });

export const WRONG_FORM = 'This value has the wrong form';

/**
 * Keeps the known fields, and converts line ends to LF, as text fields have them. Runs before yup, which checks every item of a list that
 * is too long, treats a field called `toString` as known, and tests lists before their items, which may be objects or null.
 */
export function boundInput(schema: unknown, value: unknown, path = ''): Outcome {
  if (typeof value === 'string') return boundText(value, path);
  if (typeof value !== 'object' || value === null) return { value, errors: {} };
  if (schema instanceof yup.ObjectSchema && isRecord(value)) return boundFields(schema, value, path);
  if (isList(schema) && Array.isArray(value)) return boundList(schema, value, path);
  if (schema instanceof yup.StringSchema) return reject(path, WRONG_FORM);
  // Still of the wrong type, but yup's message repeats no content.
  return { value: Array.isArray(value) ? [] : {}, errors: {} };
}

/** Rejects NUL characters, which PostgreSQL cannot store. */
const boundText = (text: string, path: string): Outcome =>
  text.includes('\0')
    ? reject(path, 'This text holds a character that cannot be stored')
    : { value: text.replaceAll(/\r\n?/g, '\n'), errors: {} };

function boundFields(schema: yup.AnyObjectSchema, value: Record<string, unknown>, path: string): Outcome {
  const fields = Object.entries(schema.fields)
    .filter(([name]) => Object.hasOwn(value, name))
    .map(([name, field]) => [name, boundInput(field, value[name], path === '' ? name : `${path}.${name}`)] as const);
  return {
    value: Object.fromEntries(fields.map(([name, bounded]) => [name, bounded.value])),
    errors: Object.assign({}, ...fields.map(([, { errors }]) => errors)),
  };
}

function boundList(schema: ListSchema, list: unknown[], path: string): Outcome {
  const rule = getLengthRule(schema);
  if (rule === undefined) throw new Error(`The list ${path} has no maximum length: give it a max`);
  const { max, message } = rule;
  if (list.length > max) return reject(path, String(yup.ValidationError.formatError(message, { path, max, label: undefined })));
  const itemSchema = getItemSchema(schema);
  const items = list.map((item, index) =>
    item === null ? reject(`${path}[${index}]`, WRONG_FORM) : boundInput(itemSchema, item, `${path}[${index}]`),
  );
  const errors: FieldErrors = Object.assign({}, ...items.map((item) => item.errors));
  // Tests of a list expect valid items.
  return { value: Object.keys(errors).length > 0 ? undefined : items.map((item) => item.value), errors };
}
