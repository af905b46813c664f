/** @jest-environment node */
import { messagesByField } from '../testing/messages-by-field.ts';
import { editCommentRules, picturesOf } from './index.ts';

const id = (number: number) => `0198c0de-0000-7000-8000-${String(number).padStart(12, '0')}`;
const picture = (number: number, size = '') => `![a](/api/files/${id(number)}${size})`;
const messages = (content: string) => messagesByField(editCommentRules, { content }).content ?? [];

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
    expect(messages(many(10))).toEqual([]);
    expect(messages(many(11))).toEqual(['A comment can show up to 10 pictures']);
  });

  it('have been sent', () => {
    expect(messages(`![a](uploading:${id(1)})`)).toEqual([
      'A picture is still on its way: wait for it, or delete its place in the text',
    ]);
    expect(messages('![a](uploading:soon) and uploading:')).toEqual([]);
  });

  it.each(['![', '![a](', '](uploading:', '](/api/files/', '](/api/files/0198c0de-'])(
    'are found quickly among many %j',
    (part) => {
      const started = performance.now();
      messages(part.repeat(50_000 / part.length));
      expect(performance.now() - started).toBeLessThan(500);
    },
  );
});
