import * as yup from 'yup';
import { AGREEMENT_STATUSES } from '../agreements.ts';
import type { AgreementStatus } from '../agreements.ts';
import { BID_STATUSES } from '../bids.ts';
import type { BidStatus } from '../bids.ts';
import { MODULE_SORTS } from '../catalogue.ts';
import type { ModuleSort } from '../catalogue.ts';
import { ACCOUNT, AGREEMENT, BROWSE, PAGE_SIZES } from '../limits.ts';
import { CATEGORY_VALUES, PROBLEM_SORTS, PROBLEM_STATUSES } from '../problems.ts';
import type { Category, ProblemSort, ProblemStatus } from '../problems.ts';
import { pagingFields } from './paging.ts';
import type { AsSent } from './paging.ts';
import { saveSearchFormRules } from './saved-searches.ts';
import { id } from './texts.ts';

// What lists are asked with, but for the conversations' (chat.ts). No form has these rules, so that no page loads them.

const price = (label: string) =>
  yup
    .number()
    .typeError(`${label} must be a number`)
    .integer(`${label} must be a whole number of dollars`)
    .min(0, `${label} cannot be negative`)
    .max(1_000_000, `${label} is too high`);

/** What narrows the list of problems, but for its category. `tags` comma-joined; prices in whole US dollars. */
const filterFields = {
  tags: yup.string().trim().max(600, 'Too many tags'),
  search: yup.string().trim().max(200, 'A search can be at most 200 characters'),
  price_min: price('The lowest price'),
  price_max: price('The highest price'),
  status: yup.mixed<ProblemStatus>().oneOf(PROBLEM_STATUSES, 'There is no such status'),
};

/** All that a list of problems can be asked for, but for its page. */
const searchFields = {
  ...filterFields,
  category: yup.mixed<Category>().oneOf(CATEGORY_VALUES, 'There is no such category'),
  sort: yup.mixed<ProblemSort>().oneOf(PROBLEM_SORTS, 'There is no such order'),
};

/** Query of `GET` and `HEAD /problems` (product 7.4). */
export const problemsQueryRules = yup.object({ ...pagingFields(BROWSE.pageSize), ...searchFields });
export type ProblemsQuery = AsSent<typeof problemsQueryRules>;

/** What is asked for in a saved search: what the list could be asked for. */
export const problemSearchRules = yup.object(searchFields);

/** `POST /problems/searches`: keeps a search under a name. */
export const saveSearchRules = saveSearchFormRules.shape({
  query: problemSearchRules.default(undefined).required('Say what to search for'),
});
export type SaveSearchBody = yup.InferType<typeof saveSearchRules>;

/** Query of `GET /problems/categories`: that of a list, whatever its category, order and page. */
export const categoriesQueryRules = yup.object(filterFields);
export type CategoriesQuery = AsSent<typeof categoriesQueryRules>;

/** Query of `GET /problems/user`: one's own problems, or somebody's. */
export const userProblemsQueryRules = yup.object({
  ...pagingFields(BROWSE.pageSize),
  userId: id('There is no such person'),
  status: yup.mixed<ProblemStatus>().oneOf(PROBLEM_STATUSES, 'There is no such status'),
});

/** Query of `GET /problems/{id}/timeline`: `before` is the id of an entry. */
export const timelineQueryRules = yup.object({ before: id('There is no such entry') });

/** Query of `GET /problems/similar`. */
export const similarQueryRules = yup.object({
  title: yup.string().trim().required('Title is required').max(200, 'Title is too long'),
});

/** Query of `GET /bids`: a problem's bids, or my own. */
export const bidsQueryRules = yup.object({
  ...pagingFields(PAGE_SIZES.myBids),
  problemId: id('There is no such problem'),
  status: yup.mixed<BidStatus>().oneOf(BID_STATUSES, 'There is no such status'),
});

/** Query of `GET /agreements`: those of one status, or all. */
export const agreementsQueryRules = yup.object({
  ...pagingFields(AGREEMENT.pageSize),
  status: yup.mixed<AgreementStatus>().oneOf(AGREEMENT_STATUSES, 'There is no such status'),
});

/** Query of `GET /modules`. `tags` comma-joined. */
export const modulesQueryRules = yup.object({
  ...pagingFields(PAGE_SIZES.modules),
  search: yup.string().trim().max(200, 'A search can be at most 200 characters'),
  tags: yup.string().trim().max(600, 'Too many tags'),
  price: yup.mixed<'free' | 'paid'>().oneOf(['free', 'paid'], 'Price must be free or paid'),
  /** A person's `_id`: their modules alone. */
  author: id('There is no such author'),
  sort: yup.mixed<ModuleSort>().oneOf(MODULE_SORTS, 'There is no such order').default('popular'),
});
export type ModulesQuery = AsSent<typeof modulesQueryRules>;

/** Query of `GET /modules/{id}/reviews`. */
export const moduleReviewsQueryRules = yup.object(pagingFields(PAGE_SIZES.reviews));

/** Query of `GET /auth/profiles`: (the beginnings of) words of a name. */
export const profilesQueryRules = yup.object({
  search: yup.string().trim().required('Write a name to search for').max(ACCOUNT.nameMax, 'There is no name as long as this'),
});
