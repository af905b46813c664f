/** @jest-environment node */
import { messagesByField } from '../testing/messages-by-field.ts';
import { loginRules } from './accounts.ts';
import { asciiAddress } from './ascii-address.ts';

describe('the domain of an email address (product 5.22)', () => {
  it.each([
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['ada@BÜCHER.example', 'ada@xn--bcher-kva.example'],
    ['ada@例え.テスト', 'ada@xn--r8jz45g.xn--zckzah'],
    ['ada@bücher。example', 'ada@xn--bcher-kva.example'],
    ['ada@ｅｘａｍｐｌｅ.com', 'ada@example.com'],
    ['ada@xn--bcher-kva.example', 'ada@xn--bcher-kva.example'],
    ['ada@example.com', 'ada@example.com'],
  ])('%s is sent to %s', (typed, sent) => expect(asciiAddress(typed)).toBe(sent));

  it.each([
    'ada',
    '@',
    'bücher.example',
    'ada@bü cher.example',
    'ada@bücher.example:25',
    'ada@bücher.example/x',
    'ada@ü%41.example',
  ])('leaves %s, which is no address, as it is', (typed) => expect(asciiAddress(typed)).toBe(typed));

  it('is accepted in any script and stored in ASCII; the part before the @ is ASCII', () => {
    const password = 'correct horse';
    expect(loginRules.validateSync({ email: ' Ada@Bücher.example ', password }).email).toBe('ada@xn--bcher-kva.example');
    expect(messagesByField(loginRules, { email: 'jörg@example.com', password })).toEqual({
      email: ['Please enter a valid email address'],
    });
  });
});
