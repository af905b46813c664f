import * as yup from 'yup';
import { formatNumber } from '../format-number.ts';
import { MODULE } from '../limits.ts';
import { MODULE_LICENSES, MODULE_REPORT_REASONS } from '../modules.ts';
import type { ModuleLicense, ModuleReportReason } from '../modules.ts';
import { MODULE_TECHNOLOGIES } from '../vocabulary.ts';
import type { AsSent } from './paging.ts';
import { markdown, oneLine } from './texts.ts';

const PRICE = /^\d{1,5}(\.\d{1,2})?$/;

const address = (what: string) =>
  yup
    .string()
    .trim()
    .max(MODULE.urlMax, `Please enter a valid ${what} URL`)
    .test('address', `Please enter a valid ${what} URL`, (value) => {
      if (!value) return true;
      return /^https?:\/\//i.test(value) && URL.canParse(value);
    });

/** Cents of a price as it is typed: 0, which is free (product 5.12), where nothing or zero is; NaN for what is no price. */
export function parsePriceCents(typed: string): number {
  const text = typed.trim();
  if (Number(text) === 0) return 0;
  return PRICE.test(text) ? Math.round(Number(text) * 100) : Number.NaN;
}

const isNumber = (typed: string) => !Number.isNaN(Number(typed));

/** A rule of numbers: what is none has the rule of `isNumber` to itself. */
const ofNumbers = (holds: (typed: string) => boolean) => (typed: string | undefined) => {
  const text = typed ?? '';
  return !isNumber(text) || holds(text);
};

const isInRange = (typed: string) => Number(typed) > 0 && Number(typed) <= MODULE.priceMaxDollars;

const anyPrice = yup
  .string()
  .trim()
  .test('number', 'Price must be a number', (typed: string | undefined) => isNumber(typed ?? ''));

const LEAST = `Price must be at least $${MODULE.priceMinDollars}`;

/** A price that is given: the limits of this product. That it is given, and positive, is not asked here. */
const priceWithinLimits = (schema: typeof anyPrice) =>
  schema
    .test(
      'cents',
      'Price can have two decimals at most',
      ofNumbers((typed) => PRICE.test(typed) || !isInRange(typed)),
    )
    .test(
      'least',
      LEAST,
      ofNumbers((typed) => Number(typed) <= 0 || Number(typed) >= MODULE.priceMinDollars),
    )
    .test(
      'most',
      `Price cannot exceed $${formatNumber(MODULE.priceMaxDollars)}`,
      ofNumbers((typed) => Number(typed) <= MODULE.priceMaxDollars),
    );

const positivePrice = (schema: typeof anyPrice) =>
  priceWithinLimits(schema)
    .required('Enter a price, or choose free')
    .test(
      'positive',
      LEAST,
      ofNumbers((typed) => Number(typed) > 0),
    );

const TITLE_SHORT = `Title must be at least ${MODULE.titleMin} characters`;
const DESCRIPTION_SHORT = `Description must be at least ${MODULE.descriptionMin} characters`;
const DOCUMENTATION_SHORT = `Documentation must be at least ${MODULE.documentationMin} characters`;

/** The texts of `PUT /modules/{id}`, by its author, and of the form that edits a module (product 5.11 and 5.12). The address stays. */
export const moduleFieldsRules = yup.object({
  title: oneLine('Title')
    .required(TITLE_SHORT)
    .min(MODULE.titleMin, TITLE_SHORT)
    .max(MODULE.titleMax, `Title cannot exceed ${MODULE.titleMax} characters`),
  description: yup
    .string()
    .trim()
    .required(DESCRIPTION_SHORT)
    .min(MODULE.descriptionMin, DESCRIPTION_SHORT)
    .max(MODULE.descriptionMax, `Description cannot exceed ${MODULE.descriptionMax} characters`),
  techStack: yup
    .array()
    .of(yup.string().required().oneOf<string>(MODULE_TECHNOLOGIES, 'There is no such technology'))
    .required('Select at least one technology')
    .min(1, 'Select at least one technology')
    .max(MODULE.techStackMax, `You can select up to ${MODULE.techStackMax} technologies`),
  price: yup.mixed<'free' | 'paid'>().oneOf(['free', 'paid'], 'Price must be free or paid').default('free'),
  /** US dollars as typed, such as `12` or `9.50`; of a paid one. */
  priceAmount: anyPrice.when('price', { is: 'paid', then: positivePrice }),
  license: yup.mixed<ModuleLicense>().oneOf(MODULE_LICENSES, 'Please select a license').required('Please select a license'),
  documentation: markdown('Documentation')
    .required(DOCUMENTATION_SHORT)
    .min(MODULE.documentationMin, DOCUMENTATION_SHORT)
    .max(MODULE.documentationMax, `Documentation cannot exceed ${formatNumber(MODULE.documentationMax)} characters`),
  repositoryUrl: address('repository'),
  demoUrl: address('demo'),
  sandboxUrl: address('sandbox'),
});
/** The texts of a module (product 3.13), as `POST /modules` takes them beside the files. */
export type ModuleFields = yup.InferType<typeof moduleFieldsRules>;
export type ChangeModuleBody = ModuleFields;

/**
 * The texts of `POST /modules` and of the upload form: whether the amount of a paid one is there and positive is not checked
 * (product 5.12). The form shows what will be charged before it is sent; the server refuses an amount below zero.
 */
export const moduleUploadRules = moduleFieldsRules.shape({
  priceAmount: anyPrice.when('price', { is: 'paid', then: priceWithinLimits }),
});

/** A semantic version without a pre-release. */
const version = yup
  .string()
  .trim()
  .required('Version is required')
  .matches(/^(0|[1-9]\d{0,4})\.(0|[1-9]\d{0,4})\.(0|[1-9]\d{0,4})$/, 'A version is three numbers, such as 1.2.0');

/** The texts of `POST /modules/{id}/versions`. */
export const moduleVersionRules = yup.object({
  version,
  notes: yup
    .string()
    .trim()
    .max(MODULE.notesMax, `Notes cannot exceed ${formatNumber(MODULE.notesMax)} characters`)
    .default(''),
});

/** `POST` and `PUT /modules/{id}/reviews`: one each, by who has it; a second one takes the first one's place. */
export const moduleReviewRules = yup.object({
  rating: yup
    .number()
    .typeError('Choose one to five stars')
    .required('Choose one to five stars')
    .integer('Choose one to five stars')
    .min(1, 'Choose one to five stars')
    .max(5, 'Choose one to five stars'),
  text: yup
    .string()
    .trim()
    .max(MODULE.reviewMax, `A review cannot exceed ${formatNumber(MODULE.reviewMax)} characters`)
    .default(''),
});
export type ModuleReviewBody = yup.InferType<typeof moduleReviewRules>;

/** `PUT /modules/{id}/reviews/{reviewId}/answer`, by the module's author; an empty text takes the answer away. */
export const moduleReviewReplyRules = yup.object({
  text: yup
    .string()
    .trim()
    .max(MODULE.reviewMax, `An answer cannot exceed ${formatNumber(MODULE.reviewMax)} characters`)
    .default(''),
});
export type ModuleReviewReplyBody = yup.InferType<typeof moduleReviewReplyRules>;

/** `POST /modules/{id}/reports` (product 5.14: may be empty). */
export const moduleReportRules = yup.object({
  reason: yup.mixed<ModuleReportReason>().oneOf(MODULE_REPORT_REASONS, 'There is no such reason'),
  description: yup
    .string()
    .trim()
    .max(MODULE.reportMax, `A description cannot exceed ${formatNumber(MODULE.reportMax)} characters`)
    .default(''),
});
export type ModuleReportBody = AsSent<typeof moduleReportRules>;
