import * as yup from 'yup';
import { AGREEMENT_STATUSES } from '../agreements.ts';
import type { AgreementStatus } from '../agreements.ts';
import { BID_SORTS, BID_STATUSES } from '../bids.ts';
import type { BidSort, BidStatus } from '../bids.ts';
import { MODULE_SORTS } from '../catalogue.ts';
import type { ModuleSort } from '../catalogue.ts';
import { ACCOUNT, AGREEMENT, BROWSE, PAGE_SIZES, PROBLEM, SEARCH_MAX } from '../limits.ts';
import { CATEGORY_VALUES, PROBLEM_SORTS, PROBLEM_STATUSES, SEARCH_ALERTS } from '../problems.ts';
import type { Category, ProblemSort, ProblemStatus, SearchAlerts } from '../problems.ts';
import { hasLength } from './lengths.ts';
import { dollars, number } from './numbers.ts';
import { pagingFields } from './paging.ts';
import type { RequestInput } from './paging.ts';
import { saveSearchFormRules } from './saved-searches.ts';
import { id, typedText } from './texts.ts';

// Queries of lists except conversations (chat.ts). No form uses these rules, so no page loads them.

const priceRule = (label: string) => dollars(label).min(0, `${label} cannot be negative`).max(1_000_000, `${label} is too high`);

const filterFields = {
  tags: typedText().max(600, 'Too many tags'),
  search: typedText().test(hasLength('A search', { max: SEARCH_MAX })),
  price_min: priceRule('The lowest price'),
  price_max: priceRule('The highest price'),
  due_within: number().oneOf(PROBLEM.dueWithinDays, 'Unknown period'),
  status: yup.mixed<ProblemStatus>().oneOf(PROBLEM_STATUSES, 'Unknown status'),
};

const searchFields = {
  ...filterFields,
  category: yup.mixed<Category>().oneOf(CATEGORY_VALUES, 'Unknown category'),
  sort: yup.mixed<ProblemSort>().oneOf(PROBLEM_SORTS, 'Unknown sort order'),
};

/** `GET` and `HEAD /problems` (product 7.4). */
export const problemsQueryRules = yup.object({ ...pagingFields(BROWSE.pageSize), ...searchFields });
export type ProblemsQuery = RequestInput<typeof problemsQueryRules>;

export const problemSearchRules = yup.object(searchFields);

const alerts = yup.mixed<SearchAlerts>().oneOf(SEARCH_ALERTS, 'Unknown alerts');

export const saveSearchRules = saveSearchFormRules.shape({
  query: problemSearchRules.default(undefined).required('Enter a search term'),
  alerts,
});
export type SaveSearchBody = yup.InferType<typeof saveSearchRules>;

export const searchAlertsRules = yup.object({ alerts: alerts.required('Unknown alerts') });
export type SearchAlertsBody = yup.InferType<typeof searchAlertsRules>;

export const categoriesQueryRules = yup.object(filterFields);
export type CategoriesQuery = RequestInput<typeof categoriesQueryRules>;

export const userProblemsQueryRules = yup.object({
  ...pagingFields(BROWSE.pageSize),
  userId: id('User not found'),
  status: yup.mixed<ProblemStatus>().oneOf(PROBLEM_STATUSES, 'Unknown status'),
});

export const timelineQueryRules = yup.object({ before: id('Entry not found') });

export const similarProblemsQueryRules = yup.object({
  title: typedText()
    .required('Title is required')
    .test(hasLength('Title', { max: 200 })),
});

/** `GET /problems/budgets`. `tags` comma-separated. */
export const similarBudgetsQueryRules = yup.object({
  category: searchFields.category.required('Please choose a category'),
  tags: filterFields.tags,
});

/** `GET /bids`: a problem's bids, by default the caller's. `search`, part of a title or poster's name, and `sort` are for the latter. */
export const bidsQueryRules = yup.object({
  ...pagingFields(PAGE_SIZES.myBids),
  problemId: id('Problem not found'),
  status: yup.mixed<BidStatus>().oneOf(BID_STATUSES, 'Unknown status'),
  search: typedText().test(hasLength('A search', { max: SEARCH_MAX })),
  sort: yup.mixed<BidSort>().oneOf(BID_SORTS, 'Unknown sort order').default('newest'),
});

export const agreementsQueryRules = yup.object({
  ...pagingFields(AGREEMENT.pageSize),
  status: yup.mixed<AgreementStatus>().oneOf(AGREEMENT_STATUSES, 'Unknown status'),
});

/** `GET /modules`. `tags` comma-separated. */
export const modulesQueryRules = yup.object({
  ...pagingFields(PAGE_SIZES.modules),
  search: typedText().test(hasLength('A search', { max: SEARCH_MAX })),
  tags: typedText().max(600, 'Too many tags'),
  price: yup.mixed<'free' | 'paid'>().oneOf(['free', 'paid'], 'Price must be free or paid'),
  author: id('Author not found'),
  sort: yup.mixed<ModuleSort>().oneOf(MODULE_SORTS, 'Unknown sort order').default('popular'),
});
export type ModulesQuery = RequestInput<typeof modulesQueryRules>;

export const moduleReviewsQueryRules = yup.object(pagingFields(PAGE_SIZES.reviews));

/** `GET /auth/profiles`: words of a name, or their beginnings. */
export const profilesQueryRules = yup.object({
  search: typedText()
    .required('Enter a name to search for')
    .test(hasLength('Name', { max: ACCOUNT.nameMax })),
});
