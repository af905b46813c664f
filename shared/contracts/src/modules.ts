import type { PersonSummary } from './accounts.ts';
import type { ModuleListItem } from './catalogue.ts';
import type { IsoTime, Paging } from './envelope.ts';
import type { StoredFile } from './files.ts';
import type { TakenDown } from './taken-down.ts';

/** States of a module (product 4.17). */
export const MODULE_STATUSES = ['in-review', 'published', 'rejected', 'unpublished'] as const;
export type ModuleStatus = (typeof MODULE_STATUSES)[number];

/** Licences that the upload form offers (product 3.25). */
export const MODULE_LICENSES = ['MIT', 'Apache-2.0', 'GPL-3.0', 'BSD-3-Clause', 'ISC', 'Commercial'] as const;
export type ModuleLicense = (typeof MODULE_LICENSES)[number];

/** What a paid module is bought for (product 3.25): a single project; or several, or a SaaS. */
export const PURCHASE_LICENSES = ['standard', 'extended'] as const;
export type PurchaseLicense = (typeof PURCHASE_LICENSES)[number];

/** Where the checks of an archive are, or where they ended. `secrets`: held back until its author confirms that it has none. */
export const REVIEW_STAGES = ['archive', 'secrets', 'team', 'done'] as const;
export type ReviewStage = (typeof REVIEW_STAGES)[number];

/** Something in an archive that its author should look at. */
export interface ReviewFinding {
  /** Path in the archive. */
  path: string;
  /** From 1, of what looks like a secret; null for a file or folder that should be left out. */
  line: number | null;
  /** What it is and what to do, in a sentence. */
  text: string;
}

/** How the review of a version stands: for its author alone. */
export interface VersionReview {
  /** The version that was sent last. */
  version: string;
  stage: ReviewStage;
  /** Why it was refused, and what to change; null while it was not. */
  reason: string | null;
  findings: ReviewFinding[];
}

/** A published version. */
export interface ModuleVersion {
  /** Semantic version. */
  version: string;
  /** What is new in it, plain text; empty for the first one. */
  notes: string;
  sizeBytes: number;
  /** SHA-256 of the archive, in hex. */
  sha256: string;
  releasedAt: IsoTime;
}

/** A module on its own page (product 3.12). */
export interface Module extends ModuleListItem {
  status: ModuleStatus;
  /** Markdown. */
  documentation: string;
  license: ModuleLicense;
  repositoryUrl: string | null;
  demoUrl: string | null;
  sandboxUrl: string | null;
  sizeBytes: number;
  sha256: string;
  previewImages: StoredFile[];
  previewVideos: StoredFile[];
  /** Newest first. */
  versions: ModuleVersion[];
  /** How many gave one star, two … five. */
  stars: [number, number, number, number, number];
  /** Whether the viewer has it: bought it, or downloaded a free one; whoever wrote it does not count. */
  owned: boolean;
  /** Under what the viewer bought it; null where they did not. */
  boughtAs: PurchaseLicense | null;
  saved: boolean;
  /** The viewer's own review. */
  myReview: ModuleReview | null;
  /** The author's e-mail address, where they chose to show it on their modules; null otherwise. */
  authorEmail: string | null;
  /** For its author alone; null for others. */
  review: VersionReview | null;
  /** Present while it is taken down, for its author. */
  takenDown?: TakenDown;
}

/** What somebody who has a module says of it (product 3.15). */
export interface ModuleReview {
  id: string;
  author: PersonSummary;
  /** 1 to 5, whole. */
  rating: number;
  text: string;
  createdAt: IsoTime;
  updatedAt: IsoTime;
  /** What the module's author says to it. */
  answer: { text: string; at: IsoTime } | null;
  /** Present while it is taken down: then only its author sees it. */
  takenDown?: TakenDown;
}

/** Answer of every call that gives or changes a module. */
export interface ModuleAnswer {
  module: Module;
}

/** Answer of `GET /modules/{id}/related` and of `GET /modules/saved`. */
export interface ModuleListAnswer extends Paging {
  modules: ModuleListItem[];
}

/** What somebody has bought. No money moves in test mode. */
export interface Purchase {
  _id: string;
  moduleId: string;
  /** The number of its receipt, such as `R-20261121-7K3M9Q2WXA`. */
  receipt: string;
  /** The version that was the latest then: updates within its major version are included. */
  version: string;
  license: PurchaseLicense;
  priceCents: number;
  testMode: boolean;
  createdAt: IsoTime;
}

/** Answer of `POST /modules/{id}/purchase`. */
export interface PurchaseAnswer {
  purchase: Purchase;
}

/** A module that somebody bought, or got for free, as /toolbox/purchased lists it. Its `version` is the newest of all. */
export interface OwnedModule extends ModuleListItem {
  status: ModuleStatus;
  /** Null where it was got for free. */
  purchase: Purchase | null;
  /** When it was bought, or downloaded first. */
  since: IsoTime;
  /** The newest version that they have a right to: the newest of the major version that was bought; of a free module the newest. */
  included: ModuleVersion;
  /** The highest version that they downloaded; null while they downloaded none. */
  downloaded: string | null;
  /** Whether what is included is newer than what they downloaded. */
  hasUpdate: boolean;
  /** Present while it is taken down as malware: then no one can download it. */
  takenDown?: TakenDown;
}

/** Answer of `GET /modules/purchased`, the latest first. */
export interface OwnedModulesAnswer extends Paging {
  modules: OwnedModule[];
}

/** What a buyer has in hand about a purchase, with the module's title as it was then. */
export interface Receipt {
  purchase: Purchase;
  title: string;
  /** The buyer's name. */
  buyer: string;
  seller: PersonSummary;
}

/** Answer of `GET /modules/purchased/{purchaseId}`. */
export interface ReceiptAnswer {
  receipt: Receipt;
}

/** A file in the archive of a module. */
export interface ArchivedFile {
  /** From the archive's root, with "/" between folders. */
  path: string;
  /** Bytes, once unpacked. */
  size: number;
}

/** Answer of `GET /modules/{id}/files`: what the latest version's archive says that it holds, by path. */
export interface ModuleFilesAnswer {
  version: string;
  files: ArchivedFile[];
}

/** Answer of `GET /modules/{id}/reviews`, newest first. */
export interface ModuleReviewsAnswer extends Paging {
  reviews: ModuleReview[];
  total: number;
}

/** Answer of calls that change a review. */
export interface ModuleReviewAnswer {
  review: ModuleReview;
}

/** Reasons of the report dialog (product 2.34). */
export const MODULE_REPORT_REASONS = ['bugs', 'compatibility', 'documentation', 'security', 'other'] as const;
export type ModuleReportReason = (typeof MODULE_REPORT_REASONS)[number];

/** An own module as the author's page lists it. */
export interface OwnModule extends ModuleListItem {
  status: ModuleStatus;
  review: VersionReview;
  /** What was paid for it, before the fee. */
  salesCents: number;
  salesCount: number;
  takenDown?: TakenDown;
}

/** Answer of `GET /modules/own`: the caller's modules of every state, newest first, and what they earned. */
export interface OwnModulesAnswer extends Paging {
  modules: OwnModule[];
  earnings: Earnings;
  /** Whether the caller's modules show their e-mail address. */
  showsEmail: boolean;
}

/** An author's sales (product 2.38): money in US cents. */
export interface Earnings {
  salesCents: number;
  feeCents: number;
  /** What is the author's. */
  netCents: number;
  /** Sales, before the fee, that are missing until it is paid out. */
  missingCents: number;
  testMode: boolean;
}
