/** @jest-environment node */
import { formatUrl, parseWebUrl } from './web-url.ts';

describe('a URL in a profile (product 5.6)', () => {
  it.each([
    ['https://ada.example/', 'ada.example'],
    ['http://ada.example/work?of=2026', 'ada.example/work?of=2026'],
    ['https://github.com/ada', 'github.com/ada'],
  ])('parses %s and formats it as %s', (text, shown) => {
    const url = parseWebUrl(text);
    expect(url && formatUrl(url)).toBe(shown);
  });

  it.each([
    '',
    'ada.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://ada.example',
    '//ada.example',
    ' java\nscript:alert(1)',
  ])('rejects %j', (text) => {
    expect(parseWebUrl(text)).toBeUndefined();
  });
});
