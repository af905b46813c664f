export * from './accounts.ts';
export * from './agreements.ts';
export * from './areas.ts';
export * from './bids.ts';
export * from './catalogue.ts';
export * from './chat.ts';
export * from './constants.ts';
export * from './envelope.ts';
export * from './events.ts';
export * from './files.ts';
export * from './format-number.ts';
export * from './home.ts';
export * from './invitations.ts';
export * from './module-slug.ts';
export * from './modules.ts';
export * from './notifications.ts';
export * from './one-line.ts';
export * from './problems.ts';
export * from './site.ts';
export * from './vocabulary.ts';

// The types of bodies and queries are what their rules infer. Types alone: this module brings no yup along.
export type {
  ChangePasswordBody,
  DeleteAccountBody,
  DeviceTokenBody,
  LoginBody,
  ResetPasswordBody,
  SignUpBody,
  SocialAuthBody,
  SwitchRoleBody,
  UpdateProfileBody,
  VerifyEmailBody,
} from './rules/accounts.ts';
export type { DeliverBody, DisputeBody, ProposeChangeBody } from './rules/agreements.ts';
export type { ChangeBidBody, PlaceBidBody, RejectBidBody } from './rules/bids.ts';
export type { InviteBody } from './rules/invitations.ts';
export type { EditMessageBody, MessagesQuery, OpenConversationBody, SendMessageBody } from './rules/chat.ts';
export type {
  ChangeModuleBody,
  ChangeModuleStatusBody,
  ModuleContactBody,
  ModuleFields,
  ModuleReportBody,
  ModuleReviewBody,
  ModuleReviewReplyBody,
  ModulesQuery,
  PurchaseBody,
} from './rules/modules.ts';
export type { PageQuery } from './rules/paging.ts';
export type {
  CategoriesQuery,
  ChangeProblemBody,
  CreateProblemBody,
  PostCommentBody,
  ProblemReportBody,
  ProblemsQuery,
  ReviewBody,
} from './rules/problems.ts';
export type { ContactBody, PartErrorReport, PartReport, RuntimeReportBody } from './rules/site.ts';
