import * as yup from 'yup';
import { isId } from '../is-id.ts';

/** An id in a path, where ids are UUIDs. Anything else cannot exist: 404. */
export const uuidParam = yup.string().required().test('id', isId);

/** The path's `:id`. */
export const idParams = yup.object({ id: uuidParam });
