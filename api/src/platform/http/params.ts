import * as yup from 'yup';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** An id in a path, where ids are UUIDs. Anything else cannot exist: 404. */
export const uuidParam = yup.string().required().matches(UUID);

/** The path's `:id`. */
export const idParams = yup.object({ id: uuidParam });
