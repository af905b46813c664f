import {
  changeBidRules,
  deliverRules,
  disputeRules,
  editCommentRules,
  problemReportRules,
  proposeChangeRules,
  rejectBidRules,
  reviewRules,
  updateProfileRules,
} from '@solvent/contracts/rules';
import { pinCommentRules, placeBidRules, postCommentRules, shortlistRules } from '@solvent/contracts/rules/actions';
import { editMessageRules, messagesQueryRules, searchMessagesRules } from '@solvent/contracts/rules/chat';
import { inviteRules } from '@solvent/contracts/rules/invitations';
import { changeStatusRules } from '@solvent/contracts/rules/problems';
import { profilesQueryRules, saveSearchRules, similarQueryRules } from '@solvent/contracts/rules/queries';
import { describeRules, long, WRONG_FORM } from './testing/rules.ts';
import type { RuleTable } from './testing/rules.ts';

const ID = '00000000-0000-7000-8000-000000000000';

const STARS = 'Choose 1 to 5 stars';
const FIRST = 'Write something first';
const PAGES = 'Ask for a page, for what follows or for what comes before';

const BODIES: Record<string, RuleTable> = {
  'a bid (product 5.8)': {
    rules: placeBidRules,
    good: { problemId: ID, amount: 120, estimatedDays: 3, message: long(30) },
    accepts: [{ amount: 1 }, { amount: 1_000_000 }, { estimatedDays: 90 }, { message: long(2000) }],
    refuses: [
      [{ amount: 0 }, { amount: 'Amount must be at least $1' }],
      [{ amount: 1_000_001 }, { amount: 'Amount cannot exceed $1,000,000' }],
      [{ amount: 9.5 }, { amount: 'Amount must be a whole number of dollars' }],
      [{ amount: 'a lot' }, { amount: 'Amount must be a number' }],
      [{ amount: null }, { amount: 'Amount is required' }],
      [{ estimatedDays: 0 }, { estimatedDays: 'Days must be at least 1' }],
      [{ estimatedDays: 91 }, { estimatedDays: 'Days cannot exceed 90' }],
      [{ estimatedDays: 'soon' }, { estimatedDays: 'Days must be a number' }],
      [{ message: 'Too short' }, { message: 'Message must be at least 30 characters' }],
      [{ message: ' '.repeat(40) }, { message: 'Message is required' }],
      [{ message: long(2001) }, { message: 'Message cannot exceed 2,000 characters' }],
      [{ message: [long(40)] }, { message: WRONG_FORM }],
      [{ problemId: 'the-first-one' }, { problemId: 'There is no such problem' }],
      [{ problemId: undefined }, { problemId: 'There is no such problem' }],
      [{ attachments: Array(6).fill(ID) }, { attachments: 'You can attach up to 5 files' }],
    ],
  },
  'a changed bid': {
    rules: changeBidRules,
    good: { amount: 120, estimatedDays: 3, message: long(30) },
    refuses: [
      [
        { amount: -1, message: 'Too short' },
        { amount: 'Amount must be at least $1', message: 'Message must be at least 30 characters' },
      ],
    ],
  },
  'a rejection of a bid': {
    rules: rejectBidRules,
    good: {},
    accepts: [{ reason: '   ' }, { reason: long(500) }],
    refuses: [[{ reason: long(501) }, { reason: 'Reason cannot exceed 500 characters' }]],
  },
  'the shortlist': {
    rules: shortlistRules,
    good: { shortlisted: true },
    refuses: [[{ shortlisted: undefined }, { shortlisted: 'Shortlisted must be true or false' }]],
  },
  'a status of a problem (product 4.10)': {
    rules: changeStatusRules,
    good: { status: 'open' },
    accepts: [{ note: long(500) }],
    refuses: [
      [{ note: long(501) }, { note: 'The note cannot exceed 500 characters' }],
      ...['lost', '', null, undefined, 1].map((status): [object, Record<string, string>] => [
        { status },
        { status: 'There is no such status' },
      ]),
      [{ status: ['open'] }, { status: 'There is no such status' }],
    ],
  },
  'a review of a person (product 4.12)': {
    rules: reviewRules,
    good: { rating: 5 },
    accepts: [{ rating: 1, text: long(1000) }],
    refuses: [
      ...[undefined, 0, 6, 4.5, 'many', null].map((rating): [object, Record<string, string>] => [{ rating }, { rating: STARS }]),
      [{ text: long(1001) }, { text: 'A review cannot exceed 1,000 characters' }],
      [{ text: ['a'] }, { text: WRONG_FORM }],
    ],
  },
  'a report of a problem (product 5.14)': {
    rules: problemReportRules,
    good: { reason: 'spam' },
    refuses: [
      [{ reason: undefined }, { reason: 'Choose a reason' }],
      [{ reason: 'boring' }, { reason: 'Choose a reason' }],
      [{ description: long(2001) }, { description: 'A description cannot exceed 2,000 characters' }],
    ],
  },
  'a comment (product 5.9)': {
    rules: postCommentRules,
    good: { content: 'Which version?' },
    accepts: [{ content: 'é'.repeat(4000) }, { parentId: ID }],
    refuses: [
      ...[undefined, '', ' \n\t ', null].map((content): [object, Record<string, string>] => [{ content }, { content: FIRST }]),
      [{ content: long(4001) }, { content: 'A comment cannot exceed 4,000 characters' }],
      [{ content: { $ne: '' } }, { content: WRONG_FORM }],
      [{ parentId: 'that one' }, { parentId: 'There is no such question' }],
    ],
  },
  'an edited comment': {
    rules: editCommentRules,
    good: { content: 'Words' },
    refuses: [[{ content: '  ' }, { content: FIRST }]],
  },
  'a pinned question': {
    rules: pinCommentRules,
    good: { pinned: true },
    refuses: [
      [{ pinned: undefined }, { pinned: 'Pinned must be true or false' }],
      [{ pinned: 'perhaps' }, { pinned: WRONG_FORM }],
    ],
  },
  'an invitation (product 4.23)': {
    rules: inviteRules,
    good: { solverId: ID },
    refuses: [
      [{ solverId: undefined }, { solverId: 'There is no such person' }],
      [{ solverId: 'ada' }, { solverId: 'There is no such person' }],
    ],
  },
  'a delivery (product 4.22)': {
    rules: deliverRules,
    good: { note: 'Done' },
    refuses: [
      [{ note: ' ' }, { note: 'Say what you deliver' }],
      [{ note: long(4001) }, { note: 'The note cannot exceed 4,000 characters' }],
      [{ files: Array(6).fill(ID) }, { files: 'You can attach up to 5 files' }],
    ],
  },
  'a proposed change of an agreement': {
    rules: proposeChangeRules,
    good: { amount: 90, days: 2 },
    accepts: [{ note: long(500) }],
    refuses: [
      [{ amount: 0 }, { amount: 'Amount must be at least $1' }],
      [{ amount: 1.5 }, { amount: 'Amount must be a whole number of dollars' }],
      [{ days: 91 }, { days: 'Days cannot exceed 90' }],
      [{ days: undefined }, { days: 'Days is required' }],
      [{ note: long(501) }, { note: 'The reason cannot exceed 500 characters' }],
    ],
  },
  'a dispute': {
    rules: disputeRules,
    good: { view: long(30) },
    accepts: [{ view: long(4000) }],
    refuses: [
      [{ view: 'Too short' }, { view: 'Your view must be at least 30 characters' }],
      [{ view: long(4001) }, { view: 'Your view cannot exceed 4,000 characters' }],
    ],
  },
  'a changed message (product 4.25, 5.18)': {
    rules: editMessageRules,
    good: { content: 'Words' },
    refuses: [
      [{ content: '' }, { content: FIRST }],
      [{ content: long(10_001) }, { content: 'A message cannot exceed 10,000 characters' }],
      [{ content: ['a', 'list'] }, { content: WRONG_FORM }],
    ],
  },
  'where a person lives, in a profile (product 5.6)': {
    rules: updateProfileRules,
    good: {},
    accepts: [
      { country: 'US', timeZone: 'America/New_York' },
      { country: '', timeZone: '' },
    ],
    refuses: [
      ...['us', 'QZ', 'USA'].map((country): [object, Record<string, string>] => [
        { country },
        { country: 'Please choose a country' },
      ]),
      ...['Mars/Olympus', '+02:00'].map((timeZone): [object, Record<string, string>] => [
        { timeZone },
        { timeZone: 'Please choose a time zone' },
      ]),
    ],
  },
  'a saved search (product 4.29)': {
    rules: saveSearchRules,
    good: { name: 'Sockets', query: { search: 'socket' } },
    accepts: [{ name: long(80) }],
    refuses: [
      ...['', ' \n '].map((name): [object, Record<string, string>] => [{ name }, { name: 'Please name the search' }]),
      [{ name: long(81) }, { name: 'A name can be at most 80 characters' }],
      [{ name: 'a\u202Eb' }, { name: 'Name has characters that hide or turn around what it says: delete it and type it again' }],
      [{ query: undefined }, { query: 'Say what to search for' }],
      [{ query: { category: 'carpentry' } }, { 'query.category': 'There is no such category' }],
      [{ query: { search: long(201) } }, { 'query.search': 'A search can be at most 200 characters' }],
    ],
  },
};

const QUERIES: Record<string, RuleTable> = {
  'messages of a conversation': {
    rules: messagesQueryRules,
    good: {},
    refuses: [
      [{ page: '1', after: '3' }, { after: PAGES }],
      [{ page: '2', before: '9' }, { before: PAGES }],
      [{ after: 'last' }, { after: WRONG_FORM }],
      [{ since: '3' }, { since: 'There is no filter called "since"' }],
    ],
  },
  'a search in messages': {
    rules: searchMessagesRules,
    good: { q: 'word' },
    refuses: [
      [{ q: '' }, { q: 'Say what to search for' }],
      [{ q: long(101) }, { q: 'A search cannot exceed 100 characters' }],
      [{ conversation: 'latest' }, { conversation: 'There is no such conversation' }],
    ],
  },
  'a search for people': {
    rules: profilesQueryRules,
    good: { search: 'ada' },
    refuses: [
      [{ search: '' }, { search: 'Write a name to search for' }],
      [{ search: long(81) }, { search: 'There is no name as long as this' }],
    ],
  },
  'similar problems': {
    rules: similarQueryRules,
    good: { title: 'Lost rows' },
    refuses: [
      [{ title: '' }, { title: 'Title is required' }],
      [{ title: long(201) }, { title: 'Title is too long' }],
    ],
  },
};

// Rules of problems, accounts, profiles, messages and pages are tested in shared/contracts.
describeRules('body', BODIES);
describeRules('querystring', QUERIES);
