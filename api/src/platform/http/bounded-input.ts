import type { FieldErrors } from '@solvent/contracts';
import * as yup from 'yup';

/** What any body needs has three levels; a text that is nested more deeply than this is there to exhaust whoever walks it. */
export const NESTING_MAX = 20;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/** Where a string of a JSON text ends that begins at `start`: its closing quote. */
function endOfString(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && text.charCodeAt(end) !== QUOTE) end += text.charCodeAt(end) === BACKSLASH ? 2 : 1;
  return end;
}

/** Whether lists and objects of a JSON text lie in one another more than {@link NESTING_MAX} deep. Looked at before it is parsed. */
export function isNestedTooDeeply(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (OPENING.has(code)) depth += 1;
    else if (CLOSING.has(code)) depth -= 1;
    if (depth > NESTING_MAX) return true;
  }
  return false;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The test of a list's `max`. What follows from another field (`when`) may shorten a list further, never lengthen it. */
function lengthRule({ tests }: yup.AnySchema): { max: number; message: unknown } | undefined {
  const rule = tests.find(({ OPTIONS }) => OPTIONS?.name === 'max')?.OPTIONS;
  const max = rule?.params?.['max'];
  return typeof max === 'number' ? { max, message: rule?.message } : undefined;
}

type ListSchema = yup.ArraySchema<unknown[] | null | undefined, yup.AnyObject>;

const isList = (schema: unknown): schema is ListSchema => schema instanceof yup.ArraySchema;

/** The schema of a list's items, where it says one. */
const itemsOf = ({ innerType }: ListSchema): unknown => innerType;

/**
 * Where a schema takes a list of any length, or what cannot be known before there is a value: the paths of such fields.
 * A schema of a request must have none.
 */
export function unboundedPaths(schema: unknown, path = ''): string[] {
  if (schema instanceof yup.ObjectSchema)
    return Object.entries(schema.fields).flatMap(([name, field]) =>
      unboundedPaths(field, path === '' ? name : `${path}.${name}`),
    );
  if (isList(schema))
    return [...(lengthRule(schema) === undefined ? [path] : []), ...unboundedPaths(itemsOf(schema), `${path}[]`)];
  return yup.isSchema(schema) && !(schema instanceof yup.Schema) ? [path] : [];
}

/** Input that is no larger than its schema. */
export interface Bounded {
  value: unknown;
  /** A text for each list that is too long. */
  errors: FieldErrors;
}

/**
 * What of an input its schema has a place for, looked at before any rule is asked: yup asks the rules of every item before it
 * says that they are too many, and takes a field called `toString` for one that it knows. Goes as deep as the schema does.
 */
export function boundedInput(schema: unknown, value: unknown, path = ''): Bounded {
  if (typeof value !== 'object' || value === null) return { value, errors: {} };
  if (schema instanceof yup.ObjectSchema) return isRecord(value) ? boundedFields(schema, value, path) : { value: [], errors: {} };
  if (isList(schema) && Array.isArray(value)) return boundedList(schema, value, path);
  // What stands in the place of one value is as wrong when it is empty, and yup writes out what is wrong.
  return { value: {}, errors: {} };
}

function boundedFields(schema: yup.AnyObjectSchema, value: Record<string, unknown>, path: string): Bounded {
  const fields = Object.entries(schema.fields)
    .filter(([name]) => Object.hasOwn(value, name))
    .map(([name, field]) => [name, boundedInput(field, value[name], path === '' ? name : `${path}.${name}`)] as const);
  return {
    value: Object.fromEntries(fields.map(([name, bounded]) => [name, bounded.value])),
    errors: Object.assign({}, ...fields.map(([, { errors }]) => errors)),
  };
}

function boundedList(schema: ListSchema, list: unknown[], path: string): Bounded {
  const rule = lengthRule(schema);
  if (rule === undefined) throw new Error(`The list ${path} has no greatest length: give it a max`);
  const { max, message } = rule;
  if (list.length > max)
    return {
      value: undefined,
      errors: { [path]: String(yup.ValidationError.formatError(message, { path, max, label: undefined })) },
    };
  const items = list.map((item, index) => boundedInput(itemsOf(schema), item, `${path}[${index}]`));
  return { value: items.map((item) => item.value), errors: Object.assign({}, ...items.map(({ errors }) => errors)) };
}
