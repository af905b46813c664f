/** @jest-environment node */
import { validateFiles } from './validate-files.ts';

const file = (name: string, size = 10, type = '') => ({ name, size, type });
const rules = { maxBytes: 1024 * 1024, types: ['image/png'], extensions: /\.png$/i };

describe('chosen files', () => {
  it.each([
    ['of an allowed type and size', file('a.bin', 1024 * 1024, 'image/png'), []],
    ['whose type the browser does not know, by extension', file('A.PNG'), []],
    ['of another type, whatever the extension', file('a.png', 10, 'text/html'), ['a.png has an unsupported type']],
    ['with neither', file('a.txt'), ['a.txt has an unsupported type']],
    ['above the size', file('a.png', 1024 * 1024 + 1), ['a.png is larger than 1 MB']],
    ['without content', file('a.png', 0), ['a.png is empty']],
  ])('%s', (_title, chosen, errors) => {
    expect(validateFiles([chosen], rules)).toEqual({ accepted: errors.length > 0 ? [] : [chosen], errors });
  });

  it('are accepted up to a number, not counting invalid ones', () => {
    const [empty, one, two, three] = [file('empty', 0), file('one'), file('two'), file('three')];
    const texts = { empty: () => 'Empty!', count: (names: readonly string[]) => `Too many: ${names.join()}` };
    expect(validateFiles([empty, one, two, three], { maxBytes: 10, texts }, 1)).toEqual({
      accepted: [one],
      errors: ['Empty!', 'Too many: two,three'],
    });
    expect(validateFiles([one, two], { maxBytes: 10, texts }, -1).accepted).toEqual([]);
  });
});
