import * as yup from 'yup';
import { formatNumber } from '../format-number.ts';
import { MODULE } from '../limits.ts';
import { MODULE_LICENSES, MODULE_REPORT_REASONS } from '../modules.ts';
import type { ModuleLicense, ModuleReportReason } from '../modules.ts';
import { MODULE_TECHNOLOGIES } from '../vocabulary.ts';
import type { RequestInput } from './paging.ts';
import { markdown, oneLine, plainText } from './texts.ts';

const PRICE_PATTERN = /^\d{1,5}(\.\d{1,2})?$/;

const urlRule = (label: string) =>
  yup
    .string()
    .trim()
    .max(MODULE.urlMax, `Please enter a valid ${label} URL`)
    .test('address', `Please enter a valid ${label} URL`, (value) => {
      if (!value) return true;
      return /^https?:\/\//i.test(value) && URL.canParse(value);
    });

/** Returns a typed price in cents: 0 (free, product 5.12) for an empty text or zero, NaN for an invalid price. */
export function parsePriceCents(typed: string): number {
  const text = typed.trim();
  if (Number(text) === 0) return 0;
  return PRICE_PATTERN.test(text) ? Math.round(Number(text) * 100) : Number.NaN;
}

const isNumber = (typed: string) => !Number.isNaN(Number(typed));

/** Applies a test to numbers only; the rule `number` reports other values. */
const skipNonNumbers = (isValid: (typed: string) => boolean) => (typed: string | undefined) => {
  const text = typed ?? '';
  return !isNumber(text) || isValid(text);
};

const isInRange = (typed: string) => Number(typed) > 0 && Number(typed) <= MODULE.priceMaxDollars;

const anyPrice = yup
  .string()
  .trim()
  .test('number', 'Price must be a number', (typed: string | undefined) => isNumber(typed ?? ''));

const PRICE_TOO_LOW = `Price must be at least $${MODULE.priceMinDollars}`;

const priceWithinLimits = (schema: typeof anyPrice) =>
  schema
    .test(
      'cents',
      'Price can have at most two decimals',
      skipNonNumbers((typed) => PRICE_PATTERN.test(typed) || !isInRange(typed)),
    )
    .test(
      'least',
      PRICE_TOO_LOW,
      skipNonNumbers((typed) => Number(typed) <= 0 || Number(typed) >= MODULE.priceMinDollars),
    )
    .test(
      'most',
      `Price cannot exceed $${formatNumber(MODULE.priceMaxDollars)}`,
      skipNonNumbers((typed) => Number(typed) <= MODULE.priceMaxDollars),
    );

const positivePrice = (schema: typeof anyPrice) =>
  priceWithinLimits(schema)
    .required('Enter a price, or choose free')
    .test(
      'positive',
      PRICE_TOO_LOW,
      skipNonNumbers((typed) => Number(typed) > 0),
    );

const TITLE_TOO_SHORT = `Title must be at least ${MODULE.titleMin} characters`;
const DESCRIPTION_TOO_SHORT = `Description must be at least ${MODULE.descriptionMin} characters`;
const DOCUMENTATION_TOO_SHORT = `Documentation must be at least ${MODULE.documentationMin} characters`;

/** `PUT /modules/{id}`, and the form that edits a module (product 5.11 and 5.12). The slug cannot change. */
export const moduleFieldsRules = yup.object({
  title: oneLine('Title')
    .required(TITLE_TOO_SHORT)
    .min(MODULE.titleMin, TITLE_TOO_SHORT)
    .max(MODULE.titleMax, `Title cannot exceed ${MODULE.titleMax} characters`),
  description: plainText('Description')
    .required(DESCRIPTION_TOO_SHORT)
    .min(MODULE.descriptionMin, DESCRIPTION_TOO_SHORT)
    .max(MODULE.descriptionMax, `Description cannot exceed ${MODULE.descriptionMax} characters`),
  techStack: yup
    .array()
    .of(yup.string().required().oneOf<string>(MODULE_TECHNOLOGIES, 'Unknown technology'))
    .required('Select at least one technology')
    .min(1, 'Select at least one technology')
    .max(MODULE.techStackMax, `You can select up to ${MODULE.techStackMax} technologies`),
  price: yup.mixed<'free' | 'paid'>().oneOf(['free', 'paid'], 'Price must be free or paid').default('free'),
  /** US dollars as typed, such as `12` or `9.50`; only for a paid module. */
  priceAmount: anyPrice.when('price', { is: 'paid', then: positivePrice }),
  license: yup.mixed<ModuleLicense>().oneOf(MODULE_LICENSES, 'Please select a license').required('Please select a license'),
  documentation: markdown('Documentation')
    .required(DOCUMENTATION_TOO_SHORT)
    .min(MODULE.documentationMin, DOCUMENTATION_TOO_SHORT)
    .max(MODULE.documentationMax, `Documentation cannot exceed ${formatNumber(MODULE.documentationMax)} characters`),
  repositoryUrl: urlRule('repository'),
  demoUrl: urlRule('demo'),
  sandboxUrl: urlRule('sandbox'),
});
export type ModuleFields = yup.InferType<typeof moduleFieldsRules>;
export type ChangeModuleBody = ModuleFields;

/** `POST /modules`, whose form does not require a positive price (product 5.12); the server rejects negative ones. */
export const moduleUploadRules = moduleFieldsRules.shape({
  priceAmount: anyPrice.when('price', { is: 'paid', then: priceWithinLimits }),
});

const version = yup
  .string()
  .trim()
  .required('Version is required')
  .matches(/^(0|[1-9]\d{0,4})\.(0|[1-9]\d{0,4})\.(0|[1-9]\d{0,4})$/, 'A version is three numbers, such as 1.2.0');

export const moduleVersionRules = yup.object({
  version,
  notes: plainText('Notes')
    .max(MODULE.notesMax, `Notes cannot exceed ${formatNumber(MODULE.notesMax)} characters`)
    .default(''),
});

/** `POST` and `PUT /modules/{id}/reviews`: one per user who has the module; another replaces it. */
export const moduleReviewRules = yup.object({
  rating: yup
    .number()
    .typeError('Choose 1 to 5 stars')
    .required('Choose 1 to 5 stars')
    .integer('Choose 1 to 5 stars')
    .min(1, 'Choose 1 to 5 stars')
    .max(5, 'Choose 1 to 5 stars'),
  text: plainText('A review')
    .max(MODULE.reviewMax, `A review cannot exceed ${formatNumber(MODULE.reviewMax)} characters`)
    .default(''),
});
export type ModuleReviewBody = yup.InferType<typeof moduleReviewRules>;

export const moduleReviewReplyRules = yup.object({
  text: plainText('An answer')
    .max(MODULE.reviewMax, `An answer cannot exceed ${formatNumber(MODULE.reviewMax)} characters`)
    .default(''),
});
export type ModuleReviewReplyBody = yup.InferType<typeof moduleReviewReplyRules>;

/** `POST /modules/{id}/reports`; may be empty (product 5.14). */
export const moduleReportRules = yup.object({
  reason: yup.mixed<ModuleReportReason>().oneOf(MODULE_REPORT_REASONS, 'Unknown reason'),
  description: plainText('A description')
    .max(MODULE.reportMax, `A description cannot exceed ${formatNumber(MODULE.reportMax)} characters`)
    .default(''),
});
export type ModuleReportBody = RequestInput<typeof moduleReportRules>;
