import * as yup from 'yup';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The path's `:id` where ids are UUIDs. Anything else cannot exist: 404. */
export const idParams = yup.object({ id: yup.string().required().matches(UUID) });
