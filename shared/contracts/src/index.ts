export * from './accounts.ts';
export * from './agreements.ts';
export * from './areas.ts';
export * from './bids.ts';
export * from './catalogue.ts';
export * from './characters.ts';
export { cleanMarkdown, cleanText, limitMarks } from './clean-text.ts';
export * from './chat.ts';
export * from './constants.ts';
export * from './envelope.ts';
export * from './events.ts';
export * from './format-number.ts';
export * from './home.ts';
export * from './invitations.ts';
export * from './limits.ts';
export * from './module-slug.ts';
export * from './modules.ts';
export * from './notifications.ts';
export * from './one-line.ts';
export * from './parse-url.ts';
export * from './problem-search.ts';
export * from './problems.ts';
export * from './site.ts';
export * from './taken-down.ts';
export * from './validate-files.ts';
export * from './vocabulary.ts';

// Exporting types only keeps the schemas out of this module.
export type * from './schemas/accounts.ts';
export type * from './schemas/agreements.ts';
export type * from './schemas/bids.ts';
export type * from './schemas/chat.ts';
export type { PersonSummary, StoredFile } from './schemas/common.ts';
export type * from './schemas/site.ts';
export type * from './schemas/files.ts';
export type * from './schemas/modules.ts';
export type * from './schemas/taken-down.ts';
export type * from './schemas/notifications.ts';
export type * from './schemas/home.ts';
export type * from './schemas/invitations.ts';
export type * from './schemas/problems.ts';
export type * from './schemas/saved-searches.ts';

// Request types are inferred from the rules. Exporting types only keeps yup out of this module.
export type { ChangePasswordBody, LoginBody, SignUpBody, SwitchRoleBody, UpdateProfileBody } from './rules/accounts.ts';
export type {
  ChangeModuleStatusBody,
  DeleteAccountBody,
  ConfirmBidBody,
  DeviceTokenBody,
  EmailLinkBody,
  LinkIdentityBody,
  ModuleContactBody,
  PlaceBidBody,
  PostCommentBody,
  PurchaseBody,
  RateBody,
  ResetPasswordBody,
  SavePaymentDetailsBody,
} from './rules/actions.ts';
export type { DeliverBody, DisputeBody, MarkPaidBody, ProposeChangeBody, RequestChangesBody } from './rules/agreements.ts';
export type { AcceptBidBody, ChangeBidBody, RejectBidBody } from './rules/bids.ts';
export type {
  ConversationFilter,
  EditMessageBody,
  MarkConversationBody,
  MessagesQuery,
  OpenConversationBody,
  SendMessageBody,
} from './rules/chat.ts';
export type { InviteBody } from './rules/invitations.ts';
export type {
  ChangeModuleBody,
  ModuleFields,
  ModuleReportBody,
  ModuleReviewBody,
  ModuleReviewReplyBody,
} from './rules/modules.ts';
export type { PageQuery } from './rules/paging.ts';
export type { ChangeProblemBody, CreateProblemBody, ProblemReportBody, ReviewBody } from './rules/problems.ts';
export type { CategoriesQuery, ModulesQuery, ProblemsQuery, SaveSearchBody, SearchAlertsBody } from './rules/queries.ts';
export type { RemoteErrorReport, RemoteReport, SpanReport, RuntimeReportBody } from './rules/runtime-reports.ts';
export type { ContactBody } from './rules/site.ts';
export type { SocialAuthBody } from './rules/social.ts';
