export { contactRules } from './contact.ts';
export { createProblemRules, problemsQueryRules, userProblemsQueryRules } from './problems.ts';
export {
  changePasswordRules,
  deleteAccountRules,
  deviceTokenRules,
  loginRules,
  newPasswordFormRules,
  resetPasswordRules,
  signUpFormRules,
  signUpRules,
  switchRoleRules,
  updateProfileRules,
  verifyEmailRules,
} from './accounts.ts';
export { modulesQueryRules } from './catalogue.ts';
export { pageQueryRules } from './paging.ts';
export { socialAuthRules } from './social.ts';
