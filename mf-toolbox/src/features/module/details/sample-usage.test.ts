import { sampleUsage } from './installation.tsx';

describe('the sample usage in a documentation', () => {
  it.each([
    ['the first code', '```ts\nfirst();\n```\n\n```ts\nsecond();\n```', 'first();'],
    ['no command of a shell', '```bash\nnpm i\n```\n\n```js\nuse();\n```', 'use();'],
    ['code without a language', '```\nuse()\n```', 'use()'],
    ['the line ends of Windows', '```py\r\nuse()\r\nend()\r\n```\r\n', 'use()\nend()'],
  ])('is %s', (_what, documentation, code) => {
    expect(sampleUsage(documentation)).toBe(code);
  });

  it.each(['', 'Call `use()`.', '```bash\nnpm i\n```', '```ts\nnever closed'])('is nothing in %j', (documentation) => {
    expect(sampleUsage(documentation)).toBeUndefined();
  });
});
