/** @jest-environment node */
import { parseUrl } from './parse-url.ts';

const { canParse } = URL;
// Chrome before 120 and Safari before 17 have no such function.
beforeEach(() => void Object.assign(URL, { canParse: undefined }));
afterEach(() => void Object.assign(URL, { canParse }));

it.each<[text: string, base: string | undefined, href: string | undefined]>([
  ['https://ada.example', undefined, 'https://ada.example/'],
  ['docs/a.md', 'https://ada.example/x/', 'https://ada.example/x/docs/a.md'],
  ['docs/a.md', undefined, undefined],
  ['https://', undefined, undefined],
  ['', undefined, undefined],
])('parses %j with the base %j', (text, base, href) => {
  expect(parseUrl(text, base)?.href).toBe(href);
});
