import * as yup from 'yup';
import { MODULE_SORTS } from '../catalogue.ts';
import type { ModuleSort } from '../catalogue.ts';
import { PAGE_SIZES } from '../constants.ts';
import { pagingFields } from './paging.ts';

/** Query of `GET /modules`. */
export const modulesQueryRules = yup.object({
  ...pagingFields(PAGE_SIZES.modules),
  search: yup.string().trim().max(200, 'A search can be at most 200 characters'),
  tags: yup.string().trim().max(600, 'Too many tags'),
  price: yup.mixed<'free' | 'paid'>().oneOf(['free', 'paid'], 'Price must be free or paid'),
  // Yup's own `uuid()` knows no version 7.
  author: yup.string().matches(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'There is no such author'),
  sort: yup.mixed<ModuleSort>().oneOf(MODULE_SORTS, 'There is no such order').default('popular'),
});
