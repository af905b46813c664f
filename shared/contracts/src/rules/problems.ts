import * as yup from 'yup';
import { BROWSE, PROBLEM } from '../constants.ts';
import { CATEGORY_VALUES, PROBLEM_SORTS, PROBLEM_STATUSES } from '../problems.ts';
import type { Category, ProblemSort, ProblemStatus } from '../problems.ts';
import { pagingFields } from './paging.ts';

const price = (label: string) =>
  yup
    .number()
    .typeError(`${label} must be a number`)
    .integer(`${label} must be a whole number of dollars`)
    .min(0, `${label} cannot be negative`)
    .max(1_000_000, `${label} is too high`);

/** Query of `GET /problems` (spec 7; api "Endpoints"). */
export const problemsQueryRules = yup.object({
  ...pagingFields(BROWSE.pageSize),
  tags: yup.string().trim().max(600, 'Too many tags'),
  search: yup.string().trim().max(200, 'A search can be at most 200 characters'),
  price_min: price('The lowest price'),
  price_max: price('The highest price'),
  category: yup.mixed<Category>().oneOf(CATEGORY_VALUES, 'There is no such category'),
  status: yup.mixed<ProblemStatus>().oneOf(PROBLEM_STATUSES, 'There is no such status'),
  sort: yup.mixed<ProblemSort>().oneOf(PROBLEM_SORTS, 'There is no such order').default('newest'),
});

/** Query of `GET /problems/user`: one's own problems, or somebody's. */
export const userProblemsQueryRules = yup.object({
  ...pagingFields(BROWSE.pageSize),
  userId: yup.string().matches(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'There is no such person'),
});

/** `POST /problems` (interface "Post problem"). */
export const createProblemRules = yup.object({
  title: yup
    .string()
    .trim()
    .required('Title is required')
    .min(PROBLEM.titleMin, `Title must be at least ${PROBLEM.titleMin} characters`)
    .max(PROBLEM.titleMax, `Title cannot exceed ${PROBLEM.titleMax} characters`),
  body: yup
    .string()
    .trim()
    .required('Description is required')
    .min(PROBLEM.bodyMin, `Description must be at least ${PROBLEM.bodyMin} characters`)
    .max(PROBLEM.bodyMax, `Description cannot exceed ${PROBLEM.bodyMax.toLocaleString('en-US')} characters`),
  category: yup.mixed<Category>().oneOf(CATEGORY_VALUES, 'Please choose a category').required('Please choose a category'),
  tags: yup
    .array(
      yup
        .string()
        .trim()
        .required('A tag cannot be empty')
        .max(PROBLEM.tagMax, `A tag cannot exceed ${PROBLEM.tagMax} characters`)
        .matches(/^[^,]*$/, 'A tag cannot contain a comma'),
    )
    .required('Add at least one tag')
    .min(PROBLEM.tagsMin, 'Add at least one tag')
    .max(PROBLEM.tagsMax, `You can add up to ${PROBLEM.tagsMax} tags`),
  budget: yup
    .number()
    .typeError('Budget must be a number')
    .required('Budget is required')
    .integer('Budget must be a whole number of dollars')
    .min(PROBLEM.budgetMin, `Budget must be at least $${PROBLEM.budgetMin}`)
    .max(PROBLEM.budgetMax, `Budget cannot exceed $${PROBLEM.budgetMax.toLocaleString('en-US')}`),
});
