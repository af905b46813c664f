import * as yup from 'yup';
import { formatNumber } from '../format-number.ts';
import { MODULE } from '../limits.ts';
import { MODULE_LICENSES, MODULE_REPORT_REASONS } from '../modules.ts';
import type { ModuleLicense, ModuleReportReason } from '../modules.ts';
import { tidyName } from '../one-line.ts';
import { parseUrl } from '../parse-url.ts';
import { MODULE_TECHNOLOGIES } from '../vocabulary.ts';
import { hasLength } from './lengths.ts';
import { number, parseNumber } from './numbers.ts';
import type { RequestInput } from './paging.ts';
import { markdown, oneLine, plainText } from './texts.ts';

const MORE_THAN_CENTS = /\.\d{3}/;

const urlRule = (label: string) =>
  yup
    .string()
    .trim()
    .max(MODULE.urlMax, `Please enter a valid ${label} URL`)
    .test('address', `Please enter a valid ${label} URL`, (value) => {
      if (!value) return true;
      return /^https?:\/\//i.test(value) && parseUrl(value) !== undefined;
    });

/** Returns a typed price in cents: 0 (free, product 5.12) for an empty text or zero, NaN for an invalid price. */
export function parsePriceCents(typed: string): number {
  const price = typed.trim() === '' ? 0 : parseNumber(typed);
  if (price === 0) return 0;
  return price > 0 && !MORE_THAN_CENTS.test(typed) ? Math.round(price * 100) : Number.NaN;
}

/** Applies a test to numbers only; the rule `number` reports other values. */
const skipNonNumbers = (isValid: (price: number, typed: string) => boolean) => (typed: string | undefined) => {
  const price = parseNumber(typed ?? '');
  return Number.isNaN(price) || isValid(price, typed ?? '');
};

const isInRange = (price: number) => price > 0 && price <= MODULE.priceMaxDollars;

const anyPrice = yup
  .string()
  .trim()
  .test('number', 'Price must be a number', (typed) => !typed || !Number.isNaN(parseNumber(typed)));

const PRICE_TOO_LOW = `Price must be at least $${MODULE.priceMinDollars}`;

const priceWithinLimits = (schema: typeof anyPrice) =>
  schema
    .test(
      'cents',
      'Price can have at most two decimals',
      skipNonNumbers((price, typed) => !MORE_THAN_CENTS.test(typed) || !isInRange(price)),
    )
    .test(
      'least',
      PRICE_TOO_LOW,
      skipNonNumbers((price) => price <= 0 || price >= MODULE.priceMinDollars),
    )
    .test(
      'most',
      `Price cannot exceed $${formatNumber(MODULE.priceMaxDollars)}`,
      skipNonNumbers((price) => price <= MODULE.priceMaxDollars),
    );

const positivePrice = (schema: typeof anyPrice) =>
  priceWithinLimits(schema)
    .required('Enter a price, or choose free')
    .test(
      'positive',
      PRICE_TOO_LOW,
      skipNonNumbers((price) => price > 0),
    );

const TITLE_TOO_SHORT = `Title must be at least ${MODULE.titleMin} characters`;
const DESCRIPTION_TOO_SHORT = `Description must be at least ${MODULE.descriptionMin} characters`;
const DOCUMENTATION_TOO_SHORT = `Documentation must be at least ${MODULE.documentationMin} characters`;

const isBlankText = (item: unknown) => typeof item === 'string' && tidyName(item) === '';

/** Plain texts; blank ones are dropped. */
const keyFeatures = yup
  .array()
  .transform((list: unknown) => (Array.isArray(list) ? list.filter((item) => !isBlankText(item)) : list))
  .of(
    oneLine('A key feature')
      .required()
      .test(hasLength('A key feature', { max: MODULE.keyFeatureMax })),
  )
  .max(MODULE.keyFeaturesMax, `You can list up to ${MODULE.keyFeaturesMax} key features`);

/** `PUT /modules/{id}`, and the form that edits a module (product 5.11 and 5.12). The slug cannot change. */
export const moduleFieldsRules = yup.object({
  title: oneLine('Title')
    .required(TITLE_TOO_SHORT)
    .test(hasLength('Title', { min: MODULE.titleMin, max: MODULE.titleMax })),
  description: plainText('Description')
    .required(DESCRIPTION_TOO_SHORT)
    .test(hasLength('Description', { min: MODULE.descriptionMin, max: MODULE.descriptionMax })),
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
    .test(hasLength('Documentation', { min: MODULE.documentationMin, max: MODULE.documentationMax })),
  keyFeatures,
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
    .test(hasLength('Notes', { max: MODULE.notesMax }))
    .default(''),
});

/** `POST` and `PUT /modules/{id}/reviews`: one per user who has the module; another replaces it. */
export const moduleReviewRules = yup.object({
  rating: number()
    .typeError('Choose 1 to 5 stars')
    .required('Choose 1 to 5 stars')
    .integer('Choose 1 to 5 stars')
    .min(1, 'Choose 1 to 5 stars')
    .max(5, 'Choose 1 to 5 stars'),
  text: plainText('A review')
    .test(hasLength('A review', { max: MODULE.reviewMax }))
    .default(''),
});
export type ModuleReviewBody = yup.InferType<typeof moduleReviewRules>;

export const moduleReviewReplyRules = yup.object({
  text: plainText('An answer')
    .test(hasLength('An answer', { max: MODULE.reviewMax }))
    .default(''),
});
export type ModuleReviewReplyBody = yup.InferType<typeof moduleReviewReplyRules>;

/** `POST /modules/{id}/reports`; may be empty (product 5.14). */
export const moduleReportRules = yup.object({
  reason: yup.mixed<ModuleReportReason>().oneOf(MODULE_REPORT_REASONS, 'Unknown reason'),
  description: plainText('A description')
    .test(hasLength('A description', { max: MODULE.reportMax }))
    .default(''),
});
export type ModuleReportBody = RequestInput<typeof moduleReportRules>;
