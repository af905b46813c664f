/** @jest-environment node */
import { NESTING_MAX } from '../limits.ts';
import { cleanName, printable } from '../one-line.ts';
import { messagesByField } from '../testing/messages-by-field.ts';
import { postCommentRules } from './actions.ts';
import { messageRules } from './chat.ts';
import {
  contactRules,
  createProblemRules,
  editCommentRules,
  moduleUploadRules,
  moduleVersionRules,
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
