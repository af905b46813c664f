import { customType } from 'drizzle-orm/pg-core';

/** Written only by the database. */
export const searchVector = customType<{ data: string }>({ dataType: () => 'tsvector' });
