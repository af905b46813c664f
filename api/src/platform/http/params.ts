import * as yup from 'yup';
import { isId } from '../is-id.ts';

/** A UUID in a path. Anything else is a 404. */
export const uuidParam = yup
  .string()
  .required()
  .test('id', isId)
  .meta({ jsonSchema: { format: 'uuid' } });

export const idParams = yup.object({ id: uuidParam });
