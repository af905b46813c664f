/** @jest-environment node */
import { CHAT } from './limits.ts';
import { previewOf } from './message-preview.ts';

describe('a message as a line of the list', () => {
  it('is plain text, on one line', () => {
    expect(previewOf('**Monday** is fine.\n\n- see [the log](https://example.com)')).toBe('Monday is fine. see the log');
  });

  it('has at most 140 characters', () => {
    expect(previewOf('word '.repeat(200)).length).toBeLessThanOrEqual(CHAT.previewMax);
  });

  it('shows the code of a message that is nothing but code, no character cut in half', () => {
    expect(previewOf('```ts\nconst one = 1;\n```')).toBe('const one = 1;');
    expect(previewOf(`~~~\nx${'😀'.repeat(100)}\n~~~`)).toMatch(/^x(?:😀)+$/u);
  });

  it('shows the words of a message that is nothing but a table', () => {
    expect(previewOf('| Name | Days |\n| :- | -: |\n| Mara | 3 |')).toBe('Name Days Mara 3');
    expect(previewOf('Name | Days\n- | -\nMara | 3')).toBe('Name Days Mara 3');
  });

  it('is empty for files alone', () => {
    expect(previewOf('')).toBe('');
  });
});
