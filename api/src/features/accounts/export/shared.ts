import { users } from '../schema.ts';
import { problems } from '../../marketplace/schema.ts';
import { json } from '../../../platform/http/response-schema.ts';

export const problemColumns = { _id: problems.id, title: problems.title };
export const personColumns = { _id: users.id, name: users.name };

export const titledSchema = json.object({ _id: json.id, title: json.text });
export const namedSchema = json.object({ _id: json.id, name: json.text });
export const timeOrNull = json.orNull(json.time);

type IsoDates<Row> = {
  [Key in keyof Row]: Row[Key] extends Date ? string : Row[Key] extends Date | null ? string | null : Row[Key];
};

/** Replaces dates by ISO 8601 strings; does not look into nested objects. */
export function toIsoDates<Row extends object>(row: Row): IsoDates<Row> {
  const entries = Object.entries(row).map(([key, value]) => [key, value instanceof Date ? value.toISOString() : value]);
  // `Object.fromEntries` loses the types of the properties.
  return Object.fromEntries(entries) as IsoDates<Row>;
}
