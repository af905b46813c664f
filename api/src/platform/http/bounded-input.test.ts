import { isNestedTooDeeply, MAX_NESTING } from './bounded-input.ts';

const nested = (depth: number, open = '[', close = ']') => open.repeat(depth) + close.repeat(depth);

describe('isNestedTooDeeply', () => {
  it.each([nested(MAX_NESTING), nested(MAX_NESTING / 2, '{"a":[', ']}'), '[[],[],[]]'])('accepts few levels: %s', (text) => {
    expect(isNestedTooDeeply(text)).toBe(false);
  });

  it.each([nested(MAX_NESTING + 1), '{"a":'.repeat(MAX_NESTING + 1), `["\\"",${nested(MAX_NESTING)}]`, '['.repeat(200_000)])(
    'detects more levels, even in incomplete JSON',
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
  ])('ignores brackets in strings: %s', (text) => {
    expect(isNestedTooDeeply(text)).toBe(false);
  });

  it('accepts many adjacent lists', () => {
    expect(isNestedTooDeeply(`[${Array(10_000).fill('[[]]').join(',')}]`)).toBe(false);
  });
});
