import { customType } from 'drizzle-orm/pg-core';

/** The words of a text as full-text search compares them. Only ever made by the database. */
export const searchVector = customType<{ data: string }>({ dataType: () => 'tsvector' });
