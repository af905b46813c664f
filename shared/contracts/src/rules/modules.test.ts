/** @jest-environment node */
import { MODULE_LICENSES } from '../modules.ts';
import { expectFields } from '../testing/expect-fields.ts';
import { letters, messagesByField } from '../testing/messages-by-field.ts';
import { MODULE_TECHNOLOGIES } from '../vocabulary.ts';
import { moduleStatusRules, purchaseRules } from './actions.ts';
import {
  moduleFieldsRules,
  moduleReportRules,
  moduleReviewReplyRules,
  moduleReviewRules,
  moduleUploadRules,
  moduleVersionRules,
  parsePriceCents,
} from './modules.ts';

const TITLE = 'Title must be at least 3 characters';
const DESCRIPTION = 'Description must be at least 10 characters';
const DOCUMENTATION = 'Documentation must be at least 10 characters';
const upload = {
  title: 'Chart Dashboard',
  description: 'Charts for dashboards.',
  techStack: ['React'],
  price: 'free',
  license: 'MIT',
  documentation: 'Install it, then import it.',
};
const messages = (change: object) => messagesByField(moduleUploadRules, { ...upload, ...change });

describe('module upload (product 5.11)', () => {
  it('reports missing texts with the messages of their minimum lengths', () => {
    expect(messages({})).toEqual({});
    const found = messagesByField(moduleUploadRules, { title: '', description: '', documentation: '', techStack: [] });
    for (const [field, message] of [
      ['title', TITLE],
      ['description', DESCRIPTION],
      ['documentation', DOCUMENTATION],
      ['techStack', 'Select at least one technology'],
      ['license', 'Please select a license'],
    ] as const)
      expect(new Set(found[field])).toEqual(new Set([message]));
  });

  expectFields(moduleUploadRules, upload, [
    ['title', 'ab', TITLE],
    ['title', letters(101), 'Title cannot exceed 100 characters'],
    ['description', letters(9), DESCRIPTION],
    ['description', letters(501), 'Description cannot exceed 500 characters'],
    ['techStack', MODULE_TECHNOLOGIES.slice(0, 11), 'You can select up to 10 technologies'],
    ['price', 'cheap', 'Price must be free or paid'],
    ['license', 'mine', 'Please select a license'],
    ['documentation', letters(9), DOCUMENTATION],
    ['documentation', letters(50_001), 'Documentation cannot exceed 50,000 characters'],
    ['keyFeatures', letters(9).split(''), 'You can list up to 8 key features'],
    ['repositoryUrl', 'github', 'Please enter a valid repository URL'],
    ['demoUrl', 'javascript:alert(1)', 'Please enter a valid demo URL'],
    ['sandboxUrl', 'ftp://a.example', 'Please enter a valid sandbox URL'],
    ['demoUrl', `https://a.example/${letters(300)}`, 'Please enter a valid demo URL'],
  ]);

  it.each([
    'data:text/html,<b>x</b>',
    'vbscript:msgbox(1)',
    'blob:https://a.example/1',
    'file:///etc/passwd',
    'java\nscript:alert(1)',
  ])('rejects %j for every URL field', (url) => {
    for (const what of ['repository', 'demo', 'sandbox'])
      expect(messages({ [`${what}Url`]: url })).toEqual({ [`${what}Url`]: [`Please enter a valid ${what} URL`] });
  });

  it('lists key features without the blank ones, and refuses those that are too long or misleading', () => {
    const { keyFeatures } = moduleUploadRules.validateSync({
      ...upload,
      keyFeatures: [' Dark\ttheme ', '', '\u200B', '<b>Fast</b>'],
    });
    expect(keyFeatures).toEqual(['Dark theme', '<b>Fast</b>']);
    expect(messages({ keyFeatures: [letters(100), letters(101), 'Two\nlines'] })).toEqual({
      'keyFeatures[1]': ['A key feature cannot exceed 100 characters'],
      'keyFeatures[2]': ['A key feature contains invisible or text-reversing characters. Delete it and type it again.'],
    });
  });

  it('rejects an unknown technology', () => {
    expect(messages({ techStack: ['React', 'Cobol'] })).toEqual({ 'techStack[1]': ['Unknown technology'] });
  });

  it('accepts every limit and license', () => {
    for (const change of [
      { title: letters(3), description: letters(10), documentation: letters(10) },
      { title: letters(100), description: letters(500), documentation: letters(50_000) },
      { techStack: MODULE_TECHNOLOGIES.slice(0, 10) },
      { repositoryUrl: 'https://a.example', demoUrl: 'http://a.example/b?c', sandboxUrl: '' },
      ...MODULE_LICENSES.map((license) => ({ license })),
    ])
      expect(messages(change)).toEqual({});
  });
});

describe('price of a module (product 5.12)', () => {
  const priceMessages = (rules: typeof moduleUploadRules | typeof moduleFieldsRules, price: string, priceAmount: unknown) =>
    messagesByField(rules, { ...upload, price, priceAmount }).priceAmount;

  it('accepts any number for a free module', () => {
    expect(priceMessages(moduleUploadRules, 'free', 'ten')).toEqual(['Price must be a number']);
    for (const amount of [undefined, '', '20000', '-3']) expect(priceMessages(moduleUploadRules, 'free', amount)).toBeUndefined();
  });

  it.each<[amount: string, message: string]>([
    ['ten', 'Price must be a number'],
    ['12,50', 'Price must be a number'],
    ['0.50', 'Price must be at least $1'],
    ['9.999', 'Price can have at most two decimals'],
    ['10000.5', 'Price cannot exceed $10,000'],
  ])('rejects %s for a paid module', (amount, message) => {
    expect(priceMessages(moduleUploadRules, 'paid', amount)).toContain(message);
  });

  it('allows a missing, zero or negative price only in an upload', () => {
    for (const amount of ['', '0', '-3']) expect(priceMessages(moduleUploadRules, 'paid', amount)).toBeUndefined();
    expect(priceMessages(moduleFieldsRules, 'paid', '')).toContain('Enter a price, or choose free');
    for (const amount of ['0', '-3'])
      expect(priceMessages(moduleFieldsRules, 'paid', amount)).toContain('Price must be at least $1');
    for (const amount of ['1', '9.50', '10000']) {
      expect(priceMessages(moduleUploadRules, 'paid', amount)).toBeUndefined();
      expect(priceMessages(moduleFieldsRules, 'paid', amount)).toBeUndefined();
    }
  });

  it.each([
    ['', 0],
    ['0.00', 0],
    ['12', 1200],
    [' 9.5 ', 950],
    ['19.99', 1999],
    ['1.999', Number.NaN],
    ['-3', Number.NaN],
    ['1e3', Number.NaN],
  ])('parses "%s" as %d cents', (typed, cents) => {
    expect(parsePriceCents(typed)).toBe(cents);
  });
});

describe('new version (product 5.13)', () => {
  it.each(['1.2.0', '0.0.1', '99999.0.0', ' 1.2.3 '])('accepts %s', (version) => {
    expect(messagesByField(moduleVersionRules, { version })).toEqual({});
  });

  it.each(['1.2', 'v1.2.0', '1.2.0-rc.1', '01.2.0', '100000.0.0'])('rejects %s', (version) => {
    expect(messagesByField(moduleVersionRules, { version })).toEqual({ version: ['A version is three numbers, such as 1.2.0'] });
  });

  expectFields(moduleVersionRules, { version: '1.2.0' }, [
    ['notes', letters(2000)],
    ['notes', letters(2001), 'Notes cannot exceed 2,000 characters'],
  ]);

  it('requires a version', () => {
    expect(messagesByField(moduleVersionRules, {}).version).toContain('Version is required');
  });
});

describe('module reviews and reports (product 5.14)', () => {
  it.each([undefined, 0, 6, 2.5, 'many'])('rejects %j stars', (rating) => {
    expect(new Set(messagesByField(moduleReviewRules, { rating }).rating)).toEqual(new Set(['Choose 1 to 5 stars']));
  });

  expectFields(moduleReviewRules, { rating: 5 }, [
    ['rating', 1],
    ['text', letters(2000)],
    ['text', letters(2001), 'A review cannot exceed 2,000 characters'],
  ]);
  expectFields(moduleReviewReplyRules, {}, [['text', letters(2001), 'An answer cannot exceed 2,000 characters']]);
  expectFields(moduleReportRules, {}, [
    ['reason', 'boredom', 'Unknown reason'],
    ['description', letters(2001), 'A description cannot exceed 2,000 characters'],
  ]);

  it('requires a license and a price in whole cents for a purchase', () => {
    expect(messagesByField(purchaseRules, {}).license).toContain('Please select a license');
    expect(messagesByField(purchaseRules, { license: 'standard', priceCents: '1950' })).toHaveProperty('priceCents');
  });

  expectFields(purchaseRules, { license: 'standard', priceCents: 1900 }, [
    ['license', 'MIT', 'Please select a license'],
    ['license', null, 'Please select a license'],
    ['priceCents', -1, 'Price cannot be negative'],
    ['priceCents', 19.5, 'Price must be a whole number of cents'],
  ]);
  expectFields(moduleStatusRules, { status: 'unpublished' }, [['status', 'in-review', 'Unknown status']]);
});
