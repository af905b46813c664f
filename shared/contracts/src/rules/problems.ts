import * as yup from 'yup';
import { MESSAGE_REPORT_REASONS } from '../chat.ts';
import type { MessageReportReason } from '../chat.ts';
import { AGREEMENT, ATTACHMENTS, COMMENT, PROBLEM, REVIEW } from '../limits.ts';
import { formatNumber } from '../format-number.ts';
import { CATEGORY_VALUES, PROBLEM_REPORT_REASONS, PROBLEM_STATUSES } from '../problems.ts';
import type { Category, ProblemReportReason, ProblemStatus } from '../problems.ts';
import { hasLength } from './lengths.ts';
import { dollars, number } from './numbers.ts';
import { isDay } from './days.ts';
import { id, markdown, oneLine, plainText } from './texts.ts';

/** `POST /problems`, and `PUT /problems/{id}` of an open problem (product 5.7). */
export const createProblemRules = yup.object({
  title: oneLine('Title')
    .required('Title is required')
    .test(hasLength('Title', { min: PROBLEM.titleMin, max: PROBLEM.titleMax })),
  body: markdown('Description')
    .required('Description is required')
    .test(hasLength('Description', { min: PROBLEM.bodyMin, max: PROBLEM.bodyMax })),
  category: yup.mixed<Category>().oneOf(CATEGORY_VALUES, 'Please choose a category').required('Please choose a category'),
  tags: yup
    .array(
      oneLine('A tag')
        .required('A tag cannot be empty')
        .test(hasLength('A tag', { max: PROBLEM.tagMax }))
        .matches(/^[^,]*$/, 'A tag cannot contain a comma'),
    )
    .required('Add at least one tag')
    .min(PROBLEM.tagsMin, 'Add at least one tag')
    .max(PROBLEM.tagsMax, `You can add up to ${PROBLEM.tagsMax} tags`),
  budget: dollars('Budget')
    .required('Budget is required')
    .min(PROBLEM.budgetMin, `Budget must be at least $${PROBLEM.budgetMin}`)
    .max(PROBLEM.budgetMax, `Budget cannot exceed $${formatNumber(PROBLEM.budgetMax)}`),
  /** Absent: unchanged; an empty field is null. Which days are possible depends on the clock and the stored day (`findDoneByError`). */
  doneBy: yup
    .string()
    .nullable()
    .transform((day: unknown) => (day === '' ? null : day))
    .test('day', 'Enter a date', (day) => !day || isDay(day)),
  attachments: yup
    .array(id('Please upload the file again').required())
    .max(ATTACHMENTS.max, `You can attach up to ${ATTACHMENTS.max} files`),
});
export type CreateProblemBody = yup.InferType<typeof createProblemRules>;
export type ChangeProblemBody = CreateProblemBody;

/** `PUT /problems/{id}/status` (product 4.10). `note`: the agreement when work ends early. */
export const changeStatusRules = yup.object({
  status: yup.mixed<ProblemStatus>().oneOf(PROBLEM_STATUSES, 'Unknown status').required('Unknown status'),
  note: plainText('The note').test(hasLength('The note', { max: AGREEMENT.reasonMax })),
});

/** `POST /problems/{id}/reviews`: once per party, within `REVIEW.days` of solving. */
export const reviewRules = yup.object({
  rating: number()
    .typeError('Choose 1 to 5 stars')
    .required('Choose 1 to 5 stars')
    .integer('Choose 1 to 5 stars')
    .min(REVIEW.ratingMin, 'Choose 1 to 5 stars')
    .max(REVIEW.ratingMax, 'Choose 1 to 5 stars'),
  text: plainText('A review')
    .default('')
    .test(hasLength('A review', { max: REVIEW.textMax })),
});
export type ReviewBody = yup.InferType<typeof reviewRules>;

export const problemReportRules = yup.object({
  reason: yup.mixed<ProblemReportReason>().oneOf(PROBLEM_REPORT_REASONS, 'Choose a reason').required('Choose a reason'),
  description: plainText('A description').test(hasLength('A description', { max: 2000 })),
});
export type ProblemReportBody = yup.InferType<typeof problemReportRules>;

/** `POST /chat/messages/{id}/reports`: by its recipient. */
export const messageReportRules = yup.object({
  reason: yup.mixed<MessageReportReason>().oneOf(MESSAGE_REPORT_REASONS, 'Choose a reason').required('Choose a reason'),
  description: plainText('A description').test(hasLength('A description', { max: 2000 })),
});

/** `PUT /comments/{id}`: by its author, within `COMMENT.editMinutes`. */
export const editCommentRules = yup.object({
  content: markdown('A comment')
    .required('Write something first')
    .test(hasLength('A comment', { max: COMMENT.contentMax })),
});
