import type { PersonSummary } from '@solvent/contracts';
import { json } from '@solvent/contracts/schemas';
import type { JsonSchema } from '@solvent/contracts/schemas';
import type { UserRow } from '../../schema/index.ts';

export const personSchema: JsonSchema<PersonSummary> = json.object({ _id: json.id, name: json.text, image: json.textOrNull });

export const presentPerson = ({ id, name, image }: Pick<UserRow, 'id' | 'name' | 'image'>): PersonSummary => ({
  _id: id,
  name,
  image,
});
