/** @jest-environment node */
import { picturesOf } from './text-pictures.ts';
import { markdown } from './texts.ts';

const id = (number: number) => `0198c0de-0000-7000-8000-${String(number).padStart(12, '0')}`;
const picture = (number: number, size = '') => `![a](/api/files/${id(number)}${size})`;
const check = (text: string) => markdown('A comment').validateSync(text);

describe('the pictures of a text (product 5.19)', () => {
  it('are those that lie on this site, each once', () => {
    const text = `${picture(1)} ${picture(2, '#640x480')} ![a](/api/files/${id(1).toUpperCase()})`;
    expect(picturesOf(text)).toEqual([id(1), id(2)]);
  });

  it.each([
    `![a](https://a.example/api/files/${id(1)})`,
    `![a](/api/files/${id(1)}/link)`,
    `![a](/api/files/${id(1)}?a=b)`,
    `/api/files/${id(1)}`,
  ])('are not %s', (text) => {
    expect(picturesOf(text)).toEqual([]);
  });

  it('are ten at most', () => {
    const many = (count: number) => Array.from({ length: count }, (_, number) => picture(number)).join('\n');
    expect(() => check(many(10))).not.toThrow();
    expect(() => check(many(11))).toThrow('A comment can show up to 10 pictures');
  });

  it('have been sent', () => {
    expect(() => check(`![a](uploading:${id(1)})`)).toThrow(
      'A picture is still on its way: wait for it, or delete its place in the text',
    );
    expect(() => check('![a](uploading:soon) and uploading:')).not.toThrow();
  });

  it.each(['![', '![a](', '](uploading:', '](/api/files/', '](/api/files/0198c0de-'])(
    'are found quickly among many %j',
    (part) => {
      const started = performance.now();
      markdown('A comment').isValidSync(part.repeat(50_000 / part.length));
      expect(performance.now() - started).toBeLessThan(500);
    },
  );
});
