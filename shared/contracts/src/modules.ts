import type { ModuleListItem } from './catalogue.ts';
import type { IsoTime, Paging } from './envelope.ts';
import type { PersonSummary, StoredFile } from './schemas/common.ts';
import type { TakenDown } from './schemas/taken-down.ts';

export const MODULE_STATUSES = ['in-review', 'published', 'rejected', 'unpublished'] as const;
export type ModuleStatus = (typeof MODULE_STATUSES)[number];

export const MODULE_LICENSES = ['MIT', 'Apache-2.0', 'GPL-3.0', 'BSD-3-Clause', 'ISC', 'Commercial'] as const;
export type ModuleLicense = (typeof MODULE_LICENSES)[number];

/** License of a purchase (product 3.25): for one project (`standard`), or for several or a SaaS (`extended`). */
export const PURCHASE_LICENSES = ['standard', 'extended'] as const;
export type PurchaseLicense = (typeof PURCHASE_LICENSES)[number];

/** Stages of the archive review. `secrets`: the author must confirm that there are none. */
export const REVIEW_STAGES = ['archive', 'secrets', 'team', 'done'] as const;
export type ReviewStage = (typeof REVIEW_STAGES)[number];

export interface ReviewFinding {
  path: string;
  /** Line of a possible secret, from 1; null for a file or folder to leave out. */
  line: number | null;
  text: string;
}

export interface VersionReview {
  version: string;
  stage: ReviewStage;
  reason: string | null;
  findings: ReviewFinding[];
}

export interface ModuleVersion {
  version: string;
  notes: string;
  sizeBytes: number;
  /** SHA-256 of the archive, in hex. */
  sha256: string;
  releasedAt: IsoTime;
}

export interface Module extends ModuleListItem {
  status: ModuleStatus;
  documentation: string;
  license: ModuleLicense;
  repositoryUrl: string | null;
  demoUrl: string | null;
  sandboxUrl: string | null;
  sizeBytes: number;
  sha256: string;
  previewImages: StoredFile[];
  previewVideos: StoredFile[];
  versions: ModuleVersion[];
  stars: [number, number, number, number, number];
  /** Whether the viewer bought the module or downloaded a free one; false for its author. */
  owned: boolean;
  boughtAs: PurchaseLicense | null;
  saved: boolean;
  myReview: ModuleReview | null;
  /** Null unless the author shows their email address on their modules. */
  authorEmail: string | null;
  review: VersionReview | null;
  takenDown?: TakenDown;
}

export interface ModuleReview {
  id: string;
  author: PersonSummary;
  rating: number;
  text: string;
  createdAt: IsoTime;
  updatedAt: IsoTime;
  answer: { text: string; at: IsoTime } | null;
  /** Present while taken down, when only its author sees it. */
  takenDown?: TakenDown;
}

export interface ModuleResponse {
  module: Module;
}

export interface ModuleListResponse extends Paging {
  modules: ModuleListItem[];
}

export interface Purchase {
  _id: string;
  moduleId: string;
  /** Receipt number, such as `R-20261121-7K3M9Q2WXA`. */
  receipt: string;
  /** Latest version at that time; updates within its major version are included. */
  version: string;
  license: PurchaseLicense;
  priceCents: number;
  testMode: boolean;
  createdAt: IsoTime;
}

export interface PurchaseResponse {
  purchase: Purchase;
}

/** A bought or downloaded module on /toolbox/purchased. `version` is the latest of all. */
export interface OwnedModule extends ModuleListItem {
  status: ModuleStatus;
  purchase: Purchase | null;
  since: IsoTime;
  included: ModuleVersion;
  downloaded: string | null;
  hasUpdate: boolean;
  /** Present while taken down as malware, when downloads are disabled. */
  takenDown?: TakenDown;
}

export interface OwnedModulesResponse extends Paging {
  modules: OwnedModule[];
}

export interface Receipt {
  purchase: Purchase;
  title: string;
  buyer: string;
  seller: PersonSummary;
}

export interface ReceiptResponse {
  receipt: Receipt;
}

export interface ArchivedFile {
  path: string;
  size: number;
}

/** Response of `GET /modules/{id}/files`: entries of the latest archive, sorted by path. */
export interface ModuleFilesResponse {
  version: string;
  files: ArchivedFile[];
}

export interface ModuleReviewsResponse extends Paging {
  reviews: ModuleReview[];
  total: number;
}

export interface ModuleReviewResponse {
  review: ModuleReview;
}

export const MODULE_REPORT_REASONS = ['bugs', 'compatibility', 'documentation', 'security', 'other'] as const;
export type ModuleReportReason = (typeof MODULE_REPORT_REASONS)[number];

export interface OwnModule extends ModuleListItem {
  status: ModuleStatus;
  review: VersionReview;
  salesCents: number;
  salesCount: number;
  takenDown?: TakenDown;
}

export interface OwnModulesResponse extends Paging {
  modules: OwnModule[];
  earnings: Earnings;
  showsEmail: boolean;
}

/** An author's sales (product 2.38), in US cents. */
export interface Earnings {
  salesCents: number;
  feeCents: number;
  netCents: number;
  /** Sales before the fee until the next payout. */
  missingCents: number;
  testMode: boolean;
}
