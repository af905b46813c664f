import * as yup from 'yup';
import { PAGE_SIZES } from '../limits.ts';
import { number } from './numbers.ts';

/** `page` from 1, and `limit` from 1 to `PAGE_SIZES.max`. */
export const pagingFields = (defaultLimit: number) => ({
  page: number()
    .integer('Page must be a whole number')
    .min(1, 'Page must be at least 1')
    .max(1_000_000, 'Page cannot exceed 1,000,000')
    .default(1),
  limit: number()
    .integer('Limit must be a whole number')
    .min(1, 'Limit must be at least 1')
    .max(PAGE_SIZES.max, `Limit can be at most ${PAGE_SIZES.max}`)
    .default(defaultLimit),
});

export const pageQueryRules = yup.object(pagingFields(PAGE_SIZES.notifications));
/** `GET /notifications`. */
export const notificationsQueryRules = pageQueryRules.shape({ unread: yup.boolean() });
export type NotificationsQuery = yup.InferType<typeof notificationsQueryRules>;
export type PageQuery = yup.InferType<typeof pageQueryRules>;

/** A request before validation: fields with defaults are optional. */
export type RequestInput<Rules extends yup.AnyObjectSchema> = Partial<yup.InferType<Rules>>;
