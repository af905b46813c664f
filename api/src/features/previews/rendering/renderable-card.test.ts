import { loadFonts } from './layout.ts';
import type { Card } from './layout.ts';
import { toRenderableCard } from './renderable-card.ts';

const fonts = loadFonts();

/** Renders a card with defaults for other texts. */
const toRenderable = (overrides: Partial<Card>): Promise<Card> =>
  toRenderableCard(
    { kind: 'Problem', title: 'Fix it', untitled: 'A software problem', text: '', figures: [], ...overrides },
    fonts,
  );

const toRenderableTitle = async (title: string) => (await toRenderable({ title })).title;

describe('the title of a card', () => {
  it.each([
    ['keeps scripts that Inter supports', 'Łódź, Ελλάδα, Привет, Nguyễn', 'Łódź, Ελλάδα, Привет, Nguyễn'],
    ['keeps markup and punctuation', '<script>alert("x")</script> & “so” — 50 %', '<script>alert("x")</script> & “so” — 50 %'],
    ['composes letters and combining accents', 'Cafe\u0301 Mu\u0308ller', 'Café Müller'],
    ['removes emoji, also composed ones', '🚀 Ship it 👩🏽‍💻 1️⃣', 'Ship it 1'],
    ['removes symbols that no font has', 'Works ✓ or not ✗', 'Works or not'],
    ['replaces mathematical and fullwidth letters', '𝐁𝐨𝐥𝐝 and Ｗｉｄｅ', 'Bold and Wide'],
    ['replaces a non-breaking hyphen', 'read\u2011only', 'read-only'],
    ['removes stacked accents', 'H\u0337\u031b\u033ae\u0335l\u0336l\u0335o', 'Hello'],
    ['removes bidirectional controls and lone surrogates', 'a\u202eb\u0000c\ud800', 'abc'],
    ['keeps the supported words if they are most of the title', '修复 React 登录 in production', 'React in production'],
    ['joins lines', 'two\n\n  lines\u00a0here', 'two lines here'],
  ])('%s', async (_what, title, expected) => {
    expect(await toRenderableTitle(title)).toBe(expected);
  });

  it.each(['إصلاح تسجيل الدخول', '修复登录失败的问题 v2', 'תיקון', '🚀🚀', ''])(
    'uses the fallback if the fonts lack most letters: %s',
    async (title) => {
      expect(await toRenderableTitle(title)).toBe('A software problem');
    },
  );

  it('cuts texts that are too long to show', async () => {
    expect((await toRenderableTitle('Ж'.repeat(5000))).length).toBeLessThan(300);
  });
});

describe('other texts of a card', () => {
  it('omits a person whose name the fonts lack', async () => {
    expect((await toRenderable({ person: { label: 'Posted by', name: '王伟' } })).person).toBeUndefined();
    expect((await toRenderable({ person: { label: 'Posted by', name: 'Ana 🚀' } })).person).toEqual({
      label: 'Posted by',
      name: 'Ana',
    });
  });

  it('omits figures and text that the fonts lack', async () => {
    const figures = [
      { label: 'Areas of expertise', value: '前端' },
      { label: 'Price', value: '$19.50' },
    ];
    const card = await toRenderable({ text: 'أهلا', figures });
    expect(card.text).toBe('');
    expect(card.figures).toEqual([{ label: 'Price', value: '$19.50' }]);
  });
});
