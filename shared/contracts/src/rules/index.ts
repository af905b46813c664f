export {
  conversationsQueryRules,
  messageRules,
  messagesQueryRules,
  openConversationRules,
  readConversationRules,
} from './chat.ts';
export { contactRules } from './contact.ts';
export { bidsQueryRules, changeBidRules, placeBidRules, rejectBidRules } from './bids.ts';
export { editCommentRules, pinCommentRules, postCommentRules } from './discussion.ts';
export {
  changeStatusRules,
  createProblemRules,
  problemReportRules,
  problemsQueryRules,
  reviewRules,
  similarQueryRules,
  timelineQueryRules,
  userProblemsQueryRules,
} from './problems.ts';
export {
  changePasswordRules,
  deleteAccountRules,
  deviceTokenRules,
  loginRules,
  newPasswordFormRules,
  profilesQueryRules,
  resetPasswordRules,
  signUpFormRules,
  signUpRules,
  switchRoleRules,
  updateProfileRules,
  verifyEmailRules,
} from './accounts.ts';
export {
  moduleContactRules,
  moduleFieldsRules,
  moduleReportRules,
  moduleStatusRules,
  moduleUploadRules,
  moduleVersionRules,
  moduleReviewReplyRules,
  moduleReviewRules,
  moduleReviewsQueryRules,
  priceCentsOf,
  purchaseRules,
} from './modules.ts';
export { modulesQueryRules } from './catalogue.ts';
export { pageQueryRules, pagingFields } from './paging.ts';
export { runtimeReportRules } from './runtime-reports.ts';
export { socialAuthRules } from './social.ts';
export { summarise } from './summary.ts';
