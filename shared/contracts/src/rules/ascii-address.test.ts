/** @jest-environment node */
import { messagesByField } from '../testing/messages-by-field.ts';
import { loginRules } from './accounts.ts';
import { toAsciiEmail } from './ascii-address.ts';

describe('domain of an email address (product 5.22)', () => {
  it.each([
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['ada@BÜCHER.example', 'ada@xn--bcher-kva.example'],
    ['ada@例え.テスト', 'ada@xn--r8jz45g.xn--zckzah'],
    ['ada@bücher。example', 'ada@xn--bcher-kva.example'],
    ['ada@ｅｘａｍｐｌｅ.com', 'ada@example.com'],
    ['ada@xn--bcher-kva.example', 'ada@xn--bcher-kva.example'],
    ['ada@example.com', 'ada@example.com'],
  ])('converts %s to %s', (typed, sent) => expect(toAsciiEmail(typed)).toBe(sent));

  it.each([
    'ada',
    '@',
    'bücher.example',
    'ada@bü cher.example',
    'ada@bücher.example:25',
    'ada@bücher.example/x',
    'ada@ü%41.example',
  ])('returns the invalid address %s unchanged', (typed) => expect(toAsciiEmail(typed)).toBe(typed));

  it('accepts domains in any script, and only ASCII before the @', () => {
    const password = 'correct horse';
    expect(loginRules.validateSync({ email: ' Ada@Bücher.example ', password }).email).toBe('ada@xn--bcher-kva.example');
    expect(messagesByField(loginRules, { email: 'jörg@example.com', password })).toEqual({
      email: ['Please enter a valid email address'],
    });
  });
});
