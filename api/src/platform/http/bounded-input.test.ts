import { isNestedTooDeeply, NESTING_MAX } from './bounded-input.ts';

const nested = (depth: number, open = '[', close = ']') => open.repeat(depth) + close.repeat(depth);

describe('a JSON text', () => {
  it.each([nested(NESTING_MAX), nested(NESTING_MAX / 2, '{"a":[', ']}'), '[[],[],[]]'])('of few levels passes: %s', (text) => {
    expect(isNestedTooDeeply(text)).toBe(false);
  });

  it.each([nested(NESTING_MAX + 1), '{"a":'.repeat(NESTING_MAX + 1), `["\\"",${nested(NESTING_MAX)}]`, '['.repeat(200_000)])(
    'of more is seen, whether or not it is whole',
    (text) => {
      expect(isNestedTooDeeply(text)).toBe(true);
    },
  );

  it.each([
    `["${'['.repeat(100)}"]`,
    `["\\"${'['.repeat(100)}"]`,
    `["\\\\","${'{'.repeat(100)}"]`,
    `{"${'['.repeat(100)}":1}`,
    `"${'['.repeat(100)}`,
  ])('may have brackets in its strings: %s', (text) => {
    expect(isNestedTooDeeply(text)).toBe(false);
  });

  it('of many lists beside each other passes', () => {
    expect(isNestedTooDeeply(`[${Array(10_000).fill('[[]]').join(',')}]`)).toBe(false);
  });
});
