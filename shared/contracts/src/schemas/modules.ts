import { MODULE_LICENSES, MODULE_STATUSES, PURCHASE_LICENSES, REVIEW_STAGES } from '../modules.ts';
import { fileSchema, pagingSchema, personSchema } from './common.ts';
import { json } from './json.ts';
import type { JsonSchema, TypeOf } from './json.ts';
import { takenDownField } from './taken-down.ts';

/** A module in the catalogue (product 3.12). */
const moduleListItemSchema = json.named('ModuleListItem').object({
  id: json.id,
  slug: json.text,
  title: json.text,
  description: json.text,
  tags: json.list(json.text),
  /** US cents; 0 means free. */
  priceCents: json.integer,
  author: personSchema,
  rating: json.number,
  ratingCount: json.integer,
  downloads: json.integer,
  previewImage: json.textOrNull,
  version: json.text,
  releasedAt: json.time,
  updatedAt: json.time,
});
export type ModuleListItem = TypeOf<typeof moduleListItemSchema>;

export const moduleListResponse = json.object({ modules: json.list(moduleListItemSchema), ...pagingSchema });
export type ModuleListResponse = TypeOf<typeof moduleListResponse>;

export const modulesResponse = json.object({
  modules: json.list(moduleListItemSchema),
  total: json.integer,
  ...pagingSchema,
  /** Corrected search that produced the results, for a search without matches such as a typo; otherwise null. */
  searchedFor: json.textOrNull,
});
export type ModulesResponse = TypeOf<typeof modulesResponse>;

const moduleVersionSchema = json.named('ModuleVersion').object({
  version: json.text,
  notes: json.text,
  sizeBytes: json.integer,
  /** SHA-256 of the archive, in hex. */
  sha256: json.text,
  releasedAt: json.time,
});
export type ModuleVersion = TypeOf<typeof moduleVersionSchema>;

const reviewFindingSchema = json.named('ReviewFinding').object({
  path: json.text,
  /** Line of a possible secret, from 1; null for a file or folder to leave out. */
  line: json.integerOrNull,
  text: json.text,
});
export type ReviewFinding = TypeOf<typeof reviewFindingSchema>;

const versionReviewSchema = json.named('VersionReview').object({
  version: json.text,
  stage: json.oneOf(REVIEW_STAGES),
  reason: json.textOrNull,
  findings: json.list(reviewFindingSchema),
});
export type VersionReview = TypeOf<typeof versionReviewSchema>;

const moduleReviewSchema = json.named('ModuleReview').object(
  {
    id: json.id,
    author: personSchema,
    rating: json.integer,
    text: json.text,
    createdAt: json.time,
    updatedAt: json.time,
    answer: json.orNull(json.object({ text: json.text, at: json.time })),
  },
  /** Present while taken down, when only its author sees it. */
  takenDownField,
);
export type ModuleReview = TypeOf<typeof moduleReviewSchema>;

export const moduleReviewResponse = json.object({ review: moduleReviewSchema });
export type ModuleReviewResponse = TypeOf<typeof moduleReviewResponse>;

export const moduleReviewsResponse = json.object({
  reviews: json.list(moduleReviewSchema),
  total: json.integer,
  ...pagingSchema,
});
export type ModuleReviewsResponse = TypeOf<typeof moduleReviewsResponse>;

const starsSchema: JsonSchema<[number, number, number, number, number]> = {
  type: 'array',
  items: json.integer,
  minItems: 5,
  maxItems: 5,
};

const moduleSchema = json.named('Module').extend(
  moduleListItemSchema,
  {
    status: json.oneOf(MODULE_STATUSES),
    documentation: json.text,
    license: json.oneOf(MODULE_LICENSES),
    repositoryUrl: json.textOrNull,
    demoUrl: json.textOrNull,
    sandboxUrl: json.textOrNull,
    sizeBytes: json.integer,
    sha256: json.text,
    previewImages: json.list(fileSchema),
    previewVideos: json.list(fileSchema),
    versions: json.list(moduleVersionSchema),
    stars: starsSchema,
    /** Whether the viewer bought the module or downloaded a free one; false for its author. */
    owned: json.boolean,
    boughtAs: json.orNull(json.oneOf(PURCHASE_LICENSES)),
    saved: json.boolean,
    myReview: json.orNull(moduleReviewSchema),
    /** Null unless the author shows their email address on their modules. */
    authorEmail: json.textOrNull,
    review: json.orNull(versionReviewSchema),
  },
  {
    ...takenDownField,
    /** The author's; absent on servers before this field. */
    keyFeatures: json.list(json.text),
  },
);
export type Module = TypeOf<typeof moduleSchema>;

export const moduleResponse = json.object({ module: moduleSchema });
export type ModuleResponse = TypeOf<typeof moduleResponse>;

const purchaseSchema = json.named('Purchase').object({
  _id: json.id,
  moduleId: json.id,
  /** Receipt number, such as `R-20261121-7K3M9Q2WXA`. */
  receipt: json.text,
  license: json.oneOf(PURCHASE_LICENSES),
  /** Latest version at that time; updates within its major version are included. */
  version: json.text,
  priceCents: json.integer,
  testMode: json.boolean,
  createdAt: json.time,
});
export type Purchase = TypeOf<typeof purchaseSchema>;

export const purchaseResponse = json.object({ purchase: purchaseSchema });
export type PurchaseResponse = TypeOf<typeof purchaseResponse>;

/** A bought or downloaded module on /toolbox/purchased. `version` is the latest of all. */
const ownedModuleSchema = json.named('OwnedModule').extend(
  moduleListItemSchema,
  {
    status: json.oneOf(MODULE_STATUSES),
    purchase: json.orNull(purchaseSchema),
    since: json.time,
    included: moduleVersionSchema,
    downloaded: json.textOrNull,
    hasUpdate: json.boolean,
  },
  /** Present while taken down as malware, when downloads are disabled. */
  takenDownField,
);
export type OwnedModule = TypeOf<typeof ownedModuleSchema>;

export const ownedModulesResponse = json.object({ modules: json.list(ownedModuleSchema), ...pagingSchema });
export type OwnedModulesResponse = TypeOf<typeof ownedModulesResponse>;

const receiptSchema = json
  .named('Receipt')
  .object({ purchase: purchaseSchema, title: json.text, buyer: json.text, seller: personSchema });
export type Receipt = TypeOf<typeof receiptSchema>;

export const receiptResponse = json.object({ receipt: receiptSchema });
export type ReceiptResponse = TypeOf<typeof receiptResponse>;

const archivedFileSchema = json.named('ArchivedFile').object({ path: json.text, size: json.integer });
export type ArchivedFile = TypeOf<typeof archivedFileSchema>;

/** Of `GET /modules/{id}/files`: entries of the latest archive, sorted by path. */
export const moduleFilesResponse = json.object({ version: json.text, files: json.list(archivedFileSchema) });
export type ModuleFilesResponse = TypeOf<typeof moduleFilesResponse>;

const ownModuleSchema = json.named('OwnModule').extend(
  moduleListItemSchema,
  {
    status: json.oneOf(MODULE_STATUSES),
    review: versionReviewSchema,
    salesCents: json.integer,
    salesCount: json.integer,
  },
  takenDownField,
);
export type OwnModule = TypeOf<typeof ownModuleSchema>;

/** An author's sales (product 2.38), in US cents. */
const earningsSchema = json.named('Earnings').object({
  salesCents: json.integer,
  feeCents: json.integer,
  netCents: json.integer,
  /** Sales before the fee until the next payout. */
  missingCents: json.integer,
  testMode: json.boolean,
});
export type Earnings = TypeOf<typeof earningsSchema>;

export const ownModulesResponse = json.object({
  modules: json.list(ownModuleSchema),
  earnings: earningsSchema,
  showsEmail: json.boolean,
  ...pagingSchema,
});
export type OwnModulesResponse = TypeOf<typeof ownModulesResponse>;
