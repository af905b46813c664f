/** @jest-environment node */
import { findPhrases, findTermForName, findTerms } from './find-terms.mjs';

describe('findTermForName', () => {
  it.each(['tellServer', 'ASKED_AT_ONCE', 'isToldLate', 'tagsOf', 'nobody'])('suggests a term for %s', (name) => {
    expect(findTermForName(name)).toEqual(expect.any(String));
  });

  it.each(['indexOf', 'tasks', 'teller', 'getTags', 'Of', 'profile'])('accepts %s', (name) => {
    expect(findTermForName(name)).toBeUndefined();
  });
});

describe('findPhrases', () => {
  it.each([
    'What draws icons',
    'whoever sends at the same time waits',
    'a page that is drawn again',
    'is held back from who is signed in',
    'the cause was mended',
  ])('finds "%s"', (text) => {
    expect(findPhrases(text)).not.toEqual([]);
  });

  it.each([
    'That is a 409.',
    'What happens if the socket closes?',
    'Presses Enter in place of the button',
    'Keeps the state of the first part',
    'Concurrent senders serialize on this row.',
  ])('accepts "%s"', (text) => {
    expect(findPhrases(text)).toEqual([]);
  });
});

describe('findTerms', () => {
  it('reads names and comments, once per name, and no strings or code in comments', () => {
    const source = [
      '/** Returns tags.',
      ' * What renders them. `whoever` */',
      "const tagsOf = (text) => text + 'whoever';",
      'export const tags = tagsOf(String(1)); // somebody asks again',
    ].join('\n');
    expect(findTerms('file.ts', source).map(({ line, text }) => [line, text])).toEqual([
      [2, 'What '],
      [3, 'tagsOf'],
      [4, 'somebody'],
      [4, 'asks again'],
    ]);
  });
});
