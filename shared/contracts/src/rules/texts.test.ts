/** @jest-environment node */
import { NESTING_MAX } from '../limits.ts';
import { cleanName, printable } from '../one-line.ts';
import { messagesByField } from '../testing/messages-by-field.ts';
import { postCommentRules } from './actions.ts';
import { editMessageRules, messageRules, searchMessagesRules } from './chat.ts';
import { profilesQueryRules } from './queries.ts';
import {
  changeBidRules,
  changeStatusRules,
  contactRules,
  createProblemRules,
  deliverRules,
  disputeRules,
  editCommentRules,
  moduleReportRules,
  moduleReviewReplyRules,
  moduleReviewRules,
  moduleUploadRules,
  moduleVersionRules,
  problemReportRules,
  proposeChangeRules,
  rejectBidRules,
  reviewRules,
  signUpRules,
  switchRoleRules,
  updateProfileRules,
} from './index.ts';
import { saveSearchFormRules } from './saved-searches.ts';
import { socialAuthRules } from './social.ts';

const MISLEADING_MESSAGE = 'contains invisible or text-reversing characters. Delete it and type it again.';
const names = [
  ['name', signUpRules, 'name', 'Name'],
  ['name of a profile', updateProfileRules, 'name', 'Name'],
  ['headline', updateProfileRules, 'headline', 'Headline'],
  ['place', updateProfileRules, 'location', 'Location'],
  ['title of a problem', createProblemRules, 'title', 'Title'],
  ['title of a module', moduleUploadRules, 'title', 'Title'],
  ['name of who writes to the team', contactRules, 'name', 'Name'],
  ['topic', contactRules, 'subject', 'Topic'],
  ['name of a search', saveSearchFormRules, 'name', 'Name'],
] as const;

describe('single-line text (product 5.16)', () => {
  it.each(names)('rejects misleading characters in: %s', (_what, rules, field, what) => {
    for (const sign of ['\u202E', '\u2066', '\u001B[2J', '\u009B', '\n', '\u2028', '\u0000', '\uD800'])
      expect(messagesByField(rules, { [field]: `Payment${sign}setup` })[field]).toContain(`${what} ${MISLEADING_MESSAGE}`);
  });

  it.each([
    ['a tag', createProblemRules, 'tags', `A tag ${MISLEADING_MESSAGE}`],
    ['an area of expertise', switchRoleRules, 'expertiseAreas', `An area of expertise ${MISLEADING_MESSAGE}`],
  ])('rejects misleading characters in %s', (_what, rules, field, message) => {
    expect(messagesByField(rules, { [field]: ['Re\u202Eact'] })[`${field}[0]`]).toEqual([message]);
  });

  it('rejects misleading characters in a URL', () => {
    const website = 'https://a.example/\u202Egpj.exe';
    expect(messagesByField(updateProfileRules, { website }).website).toEqual(['Please enter a valid website address']);
  });

  it('rejects misleading characters in a module version', () => {
    expect(messagesByField(moduleVersionRules, { version: '1.0.0\u202E' }).version).toBeDefined();
  });

  it.each([
    ['an emoji of several', '👩‍💻 Ada 🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F} ❤️'],
    ['Persian with joiners', 'می‌خواهم'],
    ['Hindi with joiners', 'क्‍ष'],
    ['Hebrew with a mark of direction', 'שלום C#\u200E'],
    ['letters with marks', 'Žofie Ångström 李小龍'],
  ])('accepts %s', (_what, name) => {
    expect(updateProfileRules.validateSync({ name })).toEqual({ name });
  });

  it('removes zero-width characters, and replaces tabs by spaces', () => {
    expect(updateProfileRules.validateSync({ name: '\uFEFF Ada\u200B\tLove\u00ADlace ' })).toEqual({ name: 'Ada Lovelace' });
  });

  it.each(['\u200D\u200E', '\u3164', '\u2800 \u2800', '\u00A0'])(
    'treats a text without visible characters as missing: %j',
    (name) => {
      expect(messagesByField(updateProfileRules, { name }).name).toEqual(['Name is required']);
    },
  );

  it('cleans names from an identity provider', () => {
    const message = messagesByField(socialAuthRules, { name: 'Ada\u202E\nLove\uD800lace\u001B' });
    expect(message.name).toBeUndefined();
    expect(cleanName('\u202EAda\nLove\uD800lace\u001B ')).toBe('Ada Lovelace');
  });

  it('removes terminal control sequences', () => {
    expect(printable('  \u001B[31mAda\u001B[0m\u009B2J\r\nPublished\u202E.\u2028')).toBe('  [31mAda[0m2J Published. ');
  });
});

const ACCENTED = `x${'\u0301'.repeat(3)}`;
const ACCENTS_MESSAGE = 'has too many accents on one letter. Remove some of them.';
const plainTexts = [
  ['reason of a rejection', rejectBidRules, 'reason', 'Reason'],
  ['reason of a change', proposeChangeRules, 'note', 'The reason'],
  ['note on ended work', changeStatusRules, 'note', 'The note'],
  ['review', reviewRules, 'text', 'A review'],
  ['report of a problem', problemReportRules, 'description', 'A description'],
  ['description of a module', moduleUploadRules, 'description', 'Description'],
  ['notes of a version', moduleVersionRules, 'notes', 'Notes'],
  ['review of a module', moduleReviewRules, 'text', 'A review'],
  ['answer to a review', moduleReviewReplyRules, 'text', 'An answer'],
  ['report of a module', moduleReportRules, 'description', 'A description'],
  ['letter to the team', contactRules, 'message', 'Message'],
] as const;

const TOO_DEEP = `is nested too deeply. Use at most ${NESTING_MAX} levels of quotes and lists, or put it in a code block.`;
const texts = [
  ['description of a problem', createProblemRules, 'body', 'Description'],
  ['message', messageRules, 'content', 'A message'],
  ['comment', postCommentRules, 'content', 'A comment'],
  ['edited comment', editCommentRules, 'content', 'A comment'],
  ['bio', updateProfileRules, 'bio', 'Bio'],
  ['documentation of a module', moduleUploadRules, 'documentation', 'Documentation'],
] as const;

describe('Markdown text (product 5.15)', () => {
  it.each(texts)('rejects deep nesting in: %s', (_what, rules, field, what) => {
    const listed = Array.from({ length: 70 }, (_, level) => `${' '.repeat(2 * level)}- a`)
      .join('\n')
      .slice(0, 3900);
    for (const text of [`${'>'.repeat(3000)} a`, `${'- '.repeat(NESTING_MAX + 1)}a`, listed])
      expect(messagesByField(rules, { [field]: text })[field]).toContain(`${what} ${TOO_DEEP}`);
  });

  it.each(texts)('accepts nesting up to the limit, and any code, in: %s', (_what, rules, field) => {
    for (const text of [
      `${'> '.repeat(NESTING_MAX)}Thirty times quoted.`,
      `Look at this log:\n\n\`\`\`\n${'>'.repeat(400)}\n\`\`\``,
    ])
      expect(messagesByField(rules, { [field]: text })[field]).toBeUndefined();
  });
});

describe('every text (product 5.26)', () => {
  it.each([...names, ...plainTexts, ...texts])('rejects too many accents on a letter in: %s', (_what, rules, field, what) => {
    expect(messagesByField(rules, { [field]: `Payment ${ACCENTED}` })[field]).toContain(`${what} ${ACCENTS_MESSAGE}`);
  });

  it('rejects too many accents in a tag and in a URL', () => {
    expect(messagesByField(createProblemRules, { tags: [ACCENTED] })['tags[0]']).toEqual([`A tag ${ACCENTS_MESSAGE}`]);
    const website = `https://a.example/${ACCENTED}`;
    expect(messagesByField(updateProfileRules, { website }).website).toEqual(['Please enter a valid website address']);
  });

  it.each([
    ['a title', createProblemRules, 'title', '\u0301'.repeat(12), 'Title is required'],
    ['a description', createProblemRules, 'body', `<!-- ${'Describe the problem. '.repeat(3)}-->`, 'Description is required'],
    ['a message', messageRules, 'content', '\u200B', 'Write something first'],
    ['a comment', postCommentRules, 'content', '<!-- a -->', 'Write something first'],
    ['a bid', changeBidRules, 'message', '\u2800'.repeat(40), 'Message is required'],
    ['a delivery', deliverRules, 'note', '\u3164', 'Describe what you deliver'],
    ['a dispute', disputeRules, 'view', '\u200B'.repeat(40), 'Describe the problem from your side'],
    [
      'the documentation of a module',
      moduleUploadRules,
      'documentation',
      '&nbsp;'.repeat(9),
      'Documentation must be at least 10 characters',
    ],
    [
      'the description of a module',
      moduleUploadRules,
      'description',
      '\u2800'.repeat(20),
      'Description must be at least 10 characters',
    ],
    ['a letter to the team', contactRules, 'message', '\u3164'.repeat(20), 'Message is required'],
    ['a search', searchMessagesRules, 'q', '\u200B', 'Enter a search term'],
    ['a search for people', profilesQueryRules, 'search', '\u2060', 'Enter a name to search for'],
  ])('treats %s without visible characters as missing', (_what, rules, field, text, message) => {
    expect(messagesByField(rules, { [field]: text })[field]).toContain(message);
  });

  it('stores well-formed texts', () => {
    expect(editMessageRules.validateSync({ content: 'a\uD800b' })).toEqual({ content: 'a\uFFFDb' });
    expect(reviewRules.validateSync({ rating: 5, text: '\uDC00' })).toEqual({ rating: 5, text: '\uFFFD' });
  });
});
