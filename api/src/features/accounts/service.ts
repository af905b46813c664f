import type { PersonSummary } from '@solvent/contracts';
import { json } from '../../platform/http/answer-schema.ts';
import type { JsonSchema } from '../../platform/http/answer-schema.ts';

export { areApart, refuseBlocked } from './blocks/service.ts';

/** A person beside what they wrote, in an answer. */
export const personSchema: JsonSchema<PersonSummary> = json.object({ _id: json.id, name: json.text, image: json.textOrNull });
