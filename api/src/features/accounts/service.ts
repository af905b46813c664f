import type { PersonSummary } from '@solvent/contracts';
import type { UserRow } from '../../schema/index.ts';
import { json } from '../../platform/http/response-schema.ts';
import type { JsonSchema } from '../../platform/http/response-schema.ts';

export const personSchema: JsonSchema<PersonSummary> = json.object({ _id: json.id, name: json.text, image: json.textOrNull });

export const presentPerson = ({ id, name, image }: Pick<UserRow, 'id' | 'name' | 'image'>): PersonSummary => ({
  _id: id,
  name,
  image,
});
