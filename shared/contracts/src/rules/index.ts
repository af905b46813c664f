export { contactRules } from './contact.ts';
export { createProblemRules, problemsQueryRules, userProblemsQueryRules } from './problems.ts';
export { loginRules, signUpFormRules, signUpRules, switchRoleRules, verifyEmailRules } from './accounts.ts';
export { modulesQueryRules } from './catalogue.ts';
export { pageQueryRules } from './paging.ts';
export { socialAuthRules } from './social.ts';
