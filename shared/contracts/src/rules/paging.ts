import * as yup from 'yup';
import { PAGE_SIZES } from '../limits.ts';

/** `page` from 1; `limit` from 1 to 100, with the list's own default. */
export const pagingFields = (defaultLimit: number) => ({
  page: yup
    .number()
    .integer('Page must be a whole number')
    .min(1, 'Pages count from 1')
    .max(1_000_000, 'There is no such page')
    .default(1),
  limit: yup
    .number()
    .integer('Limit must be a whole number')
    .min(1, 'Limit must be at least 1')
    .max(PAGE_SIZES.max, `Limit can be at most ${PAGE_SIZES.max}`)
    .default(defaultLimit),
});

/** Query of a list with nothing but pages. */
export const pageQueryRules = yup.object(pagingFields(PAGE_SIZES.notifications));
/** Which page of a list, once the rules have given what was left out. */
export type PageQuery = yup.InferType<typeof pageQueryRules>;

/** A query as it is sent: everything may be left out. What the rules make of it has their defaults. */
export type AsSent<Rules extends yup.AnyObjectSchema> = Partial<yup.InferType<Rules>>;
