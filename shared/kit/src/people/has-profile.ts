import { DELETED_PERSON_NAME } from '@solvent/contracts';
import type { PersonSummary } from '@solvent/contracts';

/** Whether a person has a profile page: unknown and deleted accounts have none. */
export const hasProfile = ({ _id, name }: Pick<PersonSummary, '_id' | 'name'>): boolean =>
  _id !== '' && name !== DELETED_PERSON_NAME;
