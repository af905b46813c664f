/** @jest-environment node */
import { countryName, listCountries } from './countries.ts';
import { formatNumber } from './format-number.ts';
import { getCategories } from './index.ts';
import { CHAT } from './limits.ts';
import { getMessagePreview } from './message-preview.ts';
import { moduleSlug } from './module-slug.ts';

it.each([
  [['DevOps'], ['devops']],
  [['machine learning'], ['ai-ml']],
  [
    ['Web Security', 'Frontend'],
    ['frontend', 'security'],
  ],
  [['Database design'], ['database']],
  [['Full Stack Development'], ['fullstack']],
  [['React', 'Go', 'Other'], []],
  [['Clouds'], []],
  [[], []],
])('areas of expertise %j name the categories %j', (areas, categories) => {
  expect(getCategories(areas)).toEqual(categories);
});

describe('countries', () => {
  it('are those of ISO 3166, by name', () => {
    const all = listCountries();
    // 249 countries of ISO 3166, and Kosovo.
    expect(all).toHaveLength(250);
    expect(all[0]).toEqual({ code: 'AF', name: 'Afghanistan' });
    expect(all).toContainEqual({ code: 'MX', name: 'Mexico' });
    const names = all.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(['', 'mx', 'MEX', 'EU', 'UN', 'ZZ', 'SU', 'DD', 'QZ', '1A'])('rejects %j', (code) => {
    expect(countryName(code)).toBeUndefined();
  });
});

describe('formatNumber', () => {
  it("formats like toLocaleString('en-US')", () => {
    for (const number of [
      0, 12, 123, 1234, 123_456, 1_234_567, 12_345_678_901, -1, -999, -1000, -1_234_567, 0.5, 1234.5, -1234.25,
    ])
      expect(formatNumber(number)).toBe(number.toLocaleString('en-US'));
  });

  it('formats a fixed number of decimals', () => {
    expect(formatNumber(1234.5, 2)).toBe('1,234.50');
    expect(formatNumber(1234, 1)).toBe('1,234.0');
  });
});

it.each([
  ['Payment Setup', 'payment-setup'],
  ['  React.js — Hooks!  ', 'reactjs-hooks'],
  ['Crème & Straße', 'creme-and-strasse'],
  ['snake_case -- and dashes', 'snake-case-and-dashes'],
  ['支払い', ''],
  ['支払い API v2', 'api-v2'],
])('module slug (product 3.14) of "%s" is "%s"', (title, slug) => {
  expect(moduleSlug(title)).toBe(slug);
});

describe('message preview', () => {
  it('is plain text on one line', () => {
    expect(getMessagePreview('**Monday** is fine.\n\n- see [the log](https://example.com)')).toBe('Monday is fine. see the log');
  });

  it('has at most 140 characters', () => {
    expect(getMessagePreview('word '.repeat(200)).length).toBeLessThanOrEqual(CHAT.previewMax);
  });

  it('shows code of a message of only code, keeping surrogate pairs', () => {
    expect(getMessagePreview('```ts\nconst one = 1;\n```')).toBe('const one = 1;');
    expect(getMessagePreview(`~~~\nx${'😀'.repeat(100)}\n~~~`)).toMatch(/^x(?:😀)+$/u);
  });

  it('shows the cells of a message of only a table', () => {
    expect(getMessagePreview('| Name | Days |\n| :- | -: |\n| Mara | 3 |')).toBe('Name Days Mara 3');
    expect(getMessagePreview('Name | Days\n- | -\nMara | 3')).toBe('Name Days Mara 3');
  });

  it('is empty without text', () => {
    expect(getMessagePreview('')).toBe('');
  });
});
