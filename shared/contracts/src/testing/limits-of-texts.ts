import {
  ACCOUNT,
  AGREEMENT,
  BID,
  CHAT,
  COMMENT,
  CONTACT,
  MODULE,
  PROBLEM,
  REVIEW,
  SAVED_SEARCHES,
  SEARCH_MAX,
} from '../limits.ts';
import { messageRules, searchMessagesRules } from '../rules/chat.ts';
import {
  changeBidRules,
  changeStatusRules,
  contactRules,
  createProblemRules,
  deliverRules,
  requestChangesRules,
  disputeRules,
  editCommentRules,
  moduleFieldsRules,
  moduleReportRules,
  moduleReviewReplyRules,
  moduleReviewRules,
  moduleVersionRules,
  problemReportRules,
  proposeChangeRules,
  rejectBidRules,
  reviewRules,
  saveSearchFormRules,
  signUpRules,
  updateProfileRules,
} from '../rules/index.ts';
import { problemsQueryRules } from '../rules/queries.ts';
import type { messagesByField } from './messages-by-field.ts';

interface TextLimit {
  what: string;
  rules: Parameters<typeof messagesByField>[0];
  field: string;
  min?: number;
  max: number;
}

/** Every text that people write, with its limits in characters. */
export const LIMITS_OF_TEXTS: TextLimit[] = [
  { what: 'a problem', rules: createProblemRules, field: 'title', min: PROBLEM.titleMin, max: PROBLEM.titleMax },
  { what: 'a problem', rules: createProblemRules, field: 'body', min: PROBLEM.bodyMin, max: PROBLEM.bodyMax },
  { what: 'a bid', rules: changeBidRules, field: 'message', min: BID.messageMin, max: BID.messageMax },
  { what: 'a rejection', rules: rejectBidRules, field: 'reason', max: BID.reasonMax },
  { what: 'a request of changes', rules: requestChangesRules, field: 'text', max: AGREEMENT.noteMax },
  { what: 'a delivery', rules: deliverRules, field: 'note', max: AGREEMENT.noteMax },
  { what: 'a proposed change', rules: proposeChangeRules, field: 'note', max: AGREEMENT.reasonMax },
  { what: 'ended work', rules: changeStatusRules, field: 'note', max: AGREEMENT.reasonMax },
  { what: 'a dispute', rules: disputeRules, field: 'view', min: AGREEMENT.viewMin, max: AGREEMENT.noteMax },
  { what: 'a comment', rules: editCommentRules, field: 'content', max: COMMENT.contentMax },
  { what: 'a review', rules: reviewRules, field: 'text', max: REVIEW.textMax },
  { what: 'a report', rules: problemReportRules, field: 'description', max: 2000 },
  { what: 'a message', rules: messageRules, field: 'content', max: CHAT.contentMax },
  { what: 'a search of messages', rules: searchMessagesRules, field: 'q', max: CHAT.searchMax },
  { what: 'a search of problems', rules: problemsQueryRules, field: 'search', max: SEARCH_MAX },
  { what: 'a saved search', rules: saveSearchFormRules, field: 'name', max: SAVED_SEARCHES.nameMax },
  { what: 'a module', rules: moduleFieldsRules, field: 'title', min: MODULE.titleMin, max: MODULE.titleMax },
  { what: 'a module', rules: moduleFieldsRules, field: 'description', min: MODULE.descriptionMin, max: MODULE.descriptionMax },
  {
    what: 'a module',
    rules: moduleFieldsRules,
    field: 'documentation',
    min: MODULE.documentationMin,
    max: MODULE.documentationMax,
  },
  { what: 'a version', rules: moduleVersionRules, field: 'notes', max: MODULE.notesMax },
  { what: 'a review of a module', rules: moduleReviewRules, field: 'text', max: MODULE.reviewMax },
  { what: 'an answer to a review', rules: moduleReviewReplyRules, field: 'text', max: MODULE.reviewMax },
  { what: 'a report of a module', rules: moduleReportRules, field: 'description', max: MODULE.reportMax },
  { what: 'an account', rules: signUpRules, field: 'name', max: ACCOUNT.nameMax },
  { what: 'a profile', rules: updateProfileRules, field: 'headline', max: ACCOUNT.headlineMax },
  { what: 'a profile', rules: updateProfileRules, field: 'bio', max: ACCOUNT.bioMax },
  { what: 'a profile', rules: updateProfileRules, field: 'location', max: ACCOUNT.locationMax },
  { what: 'a message to the team', rules: contactRules, field: 'subject', min: CONTACT.subjectMin, max: CONTACT.subjectMax },
  { what: 'a message to the team', rules: contactRules, field: 'message', min: CONTACT.messageMin, max: CONTACT.messageMax },
];
