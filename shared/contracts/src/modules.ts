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

export const MODULE_REPORT_REASONS = ['bugs', 'compatibility', 'documentation', 'security', 'other'] as const;
export type ModuleReportReason = (typeof MODULE_REPORT_REASONS)[number];
