/** @jest-environment node */
import { expectFields } from '../testing/expect-fields.ts';
import { letters, messagesByField } from '../testing/messages-by-field.ts';
import { acceptBidRules, changeBidRules, rejectBidRules } from './bids.ts';
import { moduleContactRules, pinCommentRules, placeBidRules, postCommentRules, shortlistRules } from './actions.ts';
import {
  deliverRules,
  disputeRules,
  findPaidOnError,
  markPaidRules,
  proposeChangeRules,
  requestChangesRules,
} from './agreements.ts';
import { editMessageRules, searchMessagesRules } from './chat.ts';
import { inviteRules } from './invitations.ts';
import { changeStatusRules, problemReportRules, reviewRules } from './problems.ts';
import { saveSearchRules } from './queries.ts';
import { contactRules } from './site.ts';

const ID = '0192f0c1-2a3b-7c4d-8e5f-001122334455';
const files = (count: number) => Array.from({ length: count }, () => ID);

describe('contact form (product 5.10)', () => {
  const valid = { name: 'Ada Park', email: 'ada@example.com', subject: 'My address', message: 'Where do I change it?' };
  expectFields(contactRules, valid, [
    ['name', undefined, 'Name is required'],
    ['name', letters(80)],
    ['name', letters(81), 'Name cannot exceed 80 characters'],
    ['email', undefined, 'Email is required'],
    ['email', 'ada', 'Please enter a valid email address'],
    ['email', `${letters(250)}@example.com`, 'Email cannot exceed 254 characters'],
    ['subject', undefined, 'Topic is required'],
    ['subject', 'no', 'Topic must be at least 3 characters'],
    ['subject', letters(3)],
    ['subject', letters(120)],
    ['subject', letters(121), 'Topic cannot exceed 120 characters'],
    ['message', undefined, 'Message is required'],
    ['message', letters(9), 'Message must be at least 10 characters'],
    ['message', letters(10)],
    ['message', letters(5000)],
    ['message', letters(5001), 'Message cannot exceed 5,000 characters'],
  ]);

  it('trims texts', () => {
    expect(contactRules.validateSync({ ...valid, subject: ' My address ' }).subject).toBe('My address');
  });
});

describe('bid (product 5.8)', () => {
  const valid = { amount: 250, estimatedDays: 5, message: letters(30) };
  expectFields(changeBidRules, valid, [
    ['amount', undefined, 'Amount is required'],
    ['amount', null, 'Amount is required'],
    ['amount', 'a lot', 'Amount must be a number, such as 1250 or 1,250'],
    ['amount', 12.5, 'Amount must be a whole number of dollars'],
    ['amount', 0, 'Amount must be at least $1'],
    ['amount', 1],
    ['amount', 1_000_000],
    ['amount', 1_000_001, 'Amount cannot exceed $1,000,000'],
    ['estimatedDays', undefined, 'Enter the number of days'],
    ['estimatedDays', 'soon', 'Days must be a number'],
    ['estimatedDays', 1.5, 'Days must be a whole number'],
    ['estimatedDays', 0, 'Days must be at least 1'],
    ['estimatedDays', 1],
    ['estimatedDays', 90],
    ['estimatedDays', 91, 'Days cannot exceed 90'],
    ['message', letters(29), 'Message must be at least 30 characters'],
    ['message', `${letters(29)}  `, 'Message must be at least 30 characters'],
    ['message', letters(2000)],
    ['message', letters(2001), 'Message cannot exceed 2,000 characters'],
    ['attachments', files(5)],
    ['attachments', files(6), 'You can attach up to 5 files'],
  ]);
  expectFields(placeBidRules, { ...valid, problemId: ID }, [
    ['problemId', undefined, 'Problem not found'],
    ['problemId', 'the-first-one', 'Problem not found'],
  ]);

  it('requires a message', () => {
    expect(messagesByField(changeBidRules, { ...valid, message: '  ' })['message']).toContain('Message is required');
  });
});

describe('decision on a bid (product 5.8)', () => {
  expectFields(rejectBidRules, {}, [
    ['reason', letters(500)],
    ['reason', letters(501), 'Reason cannot exceed 500 characters'],
  ]);
  expectFields(acceptBidRules, { amount: 250, estimatedDays: 5 }, [
    ['amount', 1.5, 'Amount must be a whole number of dollars'],
    ['estimatedDays', 1.5, 'Days must be a whole number'],
  ]);
  expectFields(shortlistRules, { shortlisted: true }, [['shortlisted', undefined, 'Shortlisted must be true or false']]);
});

describe('contact setting of an author', () => {
  expectFields(moduleContactRules, { showsEmail: true }, [
    ['showsEmail', false],
    ['showsEmail', undefined, 'Choose whether to show your email address'],
  ]);
});

describe('agreement (product 4.22)', () => {
  expectFields(deliverRules, { note: 'Done' }, [
    ['note', '', 'Describe what you deliver'],
    ['note', letters(4000)],
    ['note', letters(4001), 'The note cannot exceed 4,000 characters'],
    ['files', files(5)],
    ['files', files(6), 'You can attach up to 5 files'],
    ['links', 'https://example.com/a\n https://example.com/b\n'],
    ['links', ['https://example.com/a']],
    ...[
      'http://example.com',
      'javascript:alert(1)',
      'example.com',
      'https://localhost',
      'https://bank.example@thief.example',
      `https://example.com/${letters(500)}`,
    ].map((link): [string, unknown, string] => ['links', [link], 'Enter one link per line, each beginning with https://']),
    ['links', Array.from({ length: 11 }, () => 'https://example.com'), 'You can add up to 10 links'],
  ]);
  expectFields(requestChangesRules, { text: 'Please add a test.' }, [
    ['text', ' ', 'Describe what to change'],
    ['text', letters(4001), 'The text cannot exceed 4,000 characters'],
  ]);
  expectFields(markPaidRules, { paidOn: '2026-11-21', method: 'paypal' }, [
    ['paidOn', '', 'Enter the payment date'],
    ['paidOn', '2026-02-29', 'Enter the payment date'],
    ['paidOn', 'yesterday', 'Enter the payment date'],
    ['method', undefined, 'Choose how you paid'],
    ['method', 'gold', 'Choose how you paid'],
    ['reference', letters(141), 'Reference cannot exceed 140 characters'],
  ]);
  // 9:00 in UTC is midnight in UTC-9, and 23:00 in UTC+14.
  it.each([
    ['2026-11-22', undefined, undefined],
    ['2026-11-22', 14, undefined],
    ['2026-11-22', -9, "The payment date can't be in the future"],
    ['2026-11-23', undefined, "The payment date can't be in the future"],
    ['2026-11-20', undefined, undefined],
    ['2026-11-20', -9, undefined],
    ['2026-11-20', 14, "The payment date can't be before Nov 21, 2026, when the bid was accepted"],
    ['2026-11-19', undefined, "The payment date can't be before Nov 20, 2026, when the bid was accepted"],
  ])('a payment on %s, %s hours from UTC: %s (product 4.33)', (day, offset, error) => {
    const [acceptedAt, now] = ['2026-11-21T08:00:00.000Z', Date.parse('2026-11-22T08:59:00.000Z')];
    expect(findPaidOnError(day, acceptedAt, now, offset)).toBe(error);
  });
  expectFields(proposeChangeRules, { amount: 300, days: 7 }, [
    ['amount', 0, 'Amount must be at least $1'],
    ['amount', 1.5, 'Amount must be a whole number of dollars'],
    ['days', 91, 'Days cannot exceed 90'],
    ['days', undefined, 'Enter the number of days'],
    ['note', letters(500)],
    ['note', letters(501), 'The reason cannot exceed 500 characters'],
  ]);
  expectFields(disputeRules, { view: letters(30) }, [
    ['view', letters(29), 'Your view must be at least 30 characters'],
    ['view', letters(4000)],
    ['view', letters(4001), 'Your view cannot exceed 4,000 characters'],
  ]);
});

describe('status of a problem (product 4.10)', () => {
  expectFields(changeStatusRules, { status: 'solved' }, [
    ...['lost', '', null, undefined, 1].map((status): [string, unknown, string] => ['status', status, 'Unknown status']),
    ['note', letters(500)],
    ['note', letters(501), 'The note cannot exceed 500 characters'],
  ]);
});

describe('comment (product 5.9)', () => {
  expectFields(postCommentRules, { content: 'Why?' }, [
    ['content', ' ', 'Write something first'],
    ['content', 'x'],
    ['content', letters(4000)],
    ['content', letters(4001), 'A comment cannot exceed 4,000 characters'],
    ['content', undefined, 'Write something first'],
    ['content', null, 'Write something first'],
    ['parentId', ID],
    ['parentId', 'none', 'Question not found'],
  ]);
  expectFields(pinCommentRules, { pinned: true }, [['pinned', undefined, 'Pinned must be true or false']]);
});

describe('editing and searching messages (product 5.18)', () => {
  expectFields(editMessageRules, { content: 'Other words' }, [
    ['content', ' ', 'Write something first'],
    ['content', letters(10_000)],
    ['content', letters(10_001), 'A message cannot exceed 10,000 characters'],
  ]);
  expectFields(searchMessagesRules, { q: 'socket' }, [
    ['q', ' ', 'Enter a search term'],
    ['q', letters(100)],
    ['q', letters(101), 'A search cannot exceed 100 characters'],
    ['conversation', 'latest', 'Conversation not found'],
  ]);

  it('accepts a message with files without text', () => {
    expect(editMessageRules.isValidSync({ content: '' }, { context: { fileCount: 1 } })).toBe(true);
  });
});

describe('review and report of a problem (product 4.12, 5.14)', () => {
  expectFields(reviewRules, { rating: 5 }, [
    ['rating', undefined, 'Choose 1 to 5 stars'],
    ['rating', 0, 'Choose 1 to 5 stars'],
    ['rating', 6, 'Choose 1 to 5 stars'],
    ['rating', 4.5, 'Choose 1 to 5 stars'],
    ['rating', 'many', 'Choose 1 to 5 stars'],
    ['rating', null, 'Choose 1 to 5 stars'],
    ['rating', 1],
    ['text', letters(1000)],
    ['text', letters(1001), 'A review cannot exceed 1,000 characters'],
  ]);
  expectFields(problemReportRules, { reason: 'spam' }, [
    ['reason', undefined, 'Choose a reason'],
    ['reason', 'boredom', 'Choose a reason'],
    ['description', letters(2000)],
    ['description', letters(2001), 'A description cannot exceed 2,000 characters'],
  ]);
});

describe('saved search and invitation (product 4.23, 4.29)', () => {
  expectFields(saveSearchRules, { name: 'Rust', query: { search: 'borrow' } }, [
    ['name', ' ', 'Please name the search'],
    ['name', letters(80)],
    ['name', letters(81), 'A name cannot exceed 80 characters'],
    ['query', undefined, 'Enter a search term'],
  ]);

  it('applies the rules of the list to the saved query', () => {
    const query = { category: 'carpentry', search: letters(201) };
    expect(messagesByField(saveSearchRules, { name: 'Rust', query })).toEqual({
      'query.category': ['Unknown category'],
      'query.search': ['A search cannot exceed 200 characters'],
    });
  });

  expectFields(inviteRules, { solverId: ID }, [
    ['solverId', undefined, 'User not found'],
    ['solverId', 'ada', 'User not found'],
  ]);
});
