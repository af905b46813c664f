import { isRewrite } from './rewrites.ts';
import type { ProblemText } from './rewrites.ts';

const LONG = Array.from({ length: 2000 }, (_, index) => `word${String.fromCodePoint(97 + (index % 26))}`).join(' ');
const text = (given: Partial<ProblemText> = {}): ProblemText => ({
  title: 'Our importer loses rows',
  body: 'It reads a file and stores 10 tables. The last one is empty.',
  category: 'backend',
  tags: ['Go', 'PostgreSQL'],
  ...given,
});

describe('an edit of a problem (product 4.11)', () => {
  it.each<[string, Partial<ProblemText>]>([
    ['nothing', {}],
    ['another order of tags', { tags: ['PostgreSQL', 'Go'] }],
    ['spaces and lines', { body: 'It reads a file  and stores 10 tables.\n\nThe last one is empty.' }],
    ['one word', { title: 'Our importer looses rows' }],
    ['three words', { title: 'Our Importer loses lines', body: 'It reads a file and stores 10 tables. The last one is blank.' }],
    ['three more words', { body: 'It reads a file and stores 10 tables. The very last one of them is empty.' }],
    ['three words less', { body: 'file and stores 10 tables. The last one is empty.' }],
    ['a tag', { tags: ['Golang', 'PostgreSQL'] }],
  ])('of %s is a typo', (_what, given) => {
    expect(isRewrite(text(), text(given))).toBe(false);
  });

  it.each<[string, Partial<ProblemText>]>([
    ['the category', { category: 'frontend' }],
    ['a number', { body: 'It reads a file and stores 90 tables. The last one is empty.' }],
    ['a word with a digit', { title: 'Our v2 importer loses rows' }],
    ['the digit of another script', { title: 'Our importer loses ٣ rows' }],
    ['four words', { title: 'Their exporter keeps columns' }],
    ['four more words', { body: 'It reads a file and stores 10 tables. The last one is empty. Mend all of it.' }],
    ['four words less', { body: 'It reads a file and stores 10 tables.' }],
    ['words in two fields', { title: 'The exporter loses rows', tags: ['Rust', 'MySQL'] }],
    ['all of it', { title: 'A new shop', body: 'Build a shop with payments.', tags: ['React'] }],
  ])('of %s is more than typos', (_what, given) => {
    expect(isRewrite(text(), text(given))).toBe(true);
  });

  it.each<[string, string]>([
    ['entities that render as spaces', 'rows&nbsp;and&nbsp;rewrite&nbsp;the&nbsp;whole&nbsp;mobile&nbsp;app'],
    ['punctuation', 'rows. Also:rewrite,the,whole,mobile,app,in,Swift'],
    ['slashes', 'rows/and/the/whole/mobile/app'],
    ['a blank character', 'rows\u2800and\u2800the\u2800whole\u2800app'],
    ['nothing', 'rows andrewritethewholemobileappinswiftwithtestsandpaymentsandabasketofall'],
  ])('counts words joined by %s', (_what, title) => {
    expect(isRewrite(text({ title: 'rows' }), text({ title }))).toBe(true);
  });

  it.each<[string, string, string]>([
    ['added link', 'the spec', 'the [spec](https://example.com/spec)'],
    ['link', 'the [spec](https://example.com/a)', 'the [spec](https://example.com/b)'],
    ['target of a reference', 'the [spec][a]', 'the [spec][b]'],
    ['target after a space', '[spec]( /toolbox/good )', '[spec]( /toolbox/evil )'],
    ['target in the next line', '[spec](\n/toolbox/good)', '[spec](\n/toolbox/evil)'],
    ['target in the next line of a quote', '> [spec](\n> /toolbox/good)', '> [spec](\n> /toolbox/evil)'],
    ['target with spaces', '[spec](</toolbox/a good>)', '[spec](</toolbox/a evil>)'],
    ['defined target', '[spec]\n\n[spec]: /toolbox/good', '[spec]\n\n[spec]: /toolbox/evil'],
    ['target with a character of a script without spaces', '[spec](/全/good)', '[spec](/全/evil)'],
    ['end of an address in such a script', 'see https://example.com/全good', 'see https://example.com/全evil'],
    ['address', 'see https://example.com/a', 'see https://example.com/b'],
    ['address without a scheme', 'see example.com/a', 'see example.com/b'],
    ['email address', 'mail ada@example.com', 'mail bob@example.com'],
  ])('of the %s is more than typos', (_what, before, after) => {
    expect(isRewrite(text({ body: before }), text({ body: after }))).toBe(true);
  });

  it('that strikes out the text is more than typos, one of apostrophes is not', () => {
    const { body } = text();
    expect(isRewrite(text(), text({ body: `~~${body}~~` }))).toBe(true);
    expect(isRewrite(text({ title: 'It dont work and wont start' }), text({ title: "It don't work and won't start" }))).toBe(
      false,
    );
  });

  it('counts characters in scripts without spaces', () => {
    const title = (now: string) => text({ title: now });
    expect(isRewrite(title('行が失われます'), title('行が失われた'))).toBe(false);
    expect(isRewrite(title('行が失われます'), title('新しい店を作る'))).toBe(true);
  });

  it('compares long texts', () => {
    const body = (now: string) => text({ body: now });
    expect(isRewrite(body(LONG), body(`${LONG} worda`))).toBe(false);
    expect(isRewrite(body(LONG), body(`x y z ${LONG}`))).toBe(false);
    expect(isRewrite(body(LONG), body(`x y z q ${LONG}`))).toBe(true);
    expect(isRewrite(body(LONG), body(LONG.split(' ').toReversed().join(' ')))).toBe(true);
  });
});
