import type { Card } from './card.ts';
import { toRenderableCard } from './renderable-card.ts';
import { loadFonts } from './fonts.ts';

const fonts = loadFonts();

/** What is drawn of a card with this title; the other texts are plain. */
const drawnOf = (given: Partial<Card>): Promise<Card> =>
  toRenderableCard({ kind: 'Problem', title: 'Fix it', untitled: 'A software problem', text: '', figures: [], ...given }, fonts);

const titleOf = async (title: string) => (await drawnOf({ title })).title;

describe('what a card shows of a title', () => {
  it.each([
    ['the scripts that Inter has, as they are', 'Łódź, Ελλάδα, Привет, Nguyễn', 'Łódź, Ελλάδα, Привет, Nguyễn'],
    [
      'markup and punctuation, as they are',
      '<script>alert("x")</script> & “so” — 50 %',
      '<script>alert("x")</script> & “so” — 50 %',
    ],
    ['accents that were typed after their letters', 'Cafe\u0301 Mu\u0308ller', 'Café Müller'],
    ['no emoji, whatever they are made of', '🚀 Ship it 👩🏽‍💻 1️⃣', 'Ship it 1'],
    ['no signs that are in no font', 'Works ✓ or not ✗', 'Works or not'],
    ['ordinary letters for those that only look otherwise', '𝐁𝐨𝐥𝐝 and Ｗｉｄｅ', 'Bold and Wide'],
    ['a hyphen for one that does not break', 'read\u2011only', 'read-only'],
    ['the letters under a heap of accents', 'H\u0337\u031b\u033ae\u0335l\u0336l\u0335o', 'Hello'],
    ['nothing that turns writing around, and no half of a character', 'a\u202eb\u0000c\ud800', 'abc'],
    ['the words in a script that Inter has, where they are most of it', '修复 React 登录 in production', 'React in production'],
    ['one line', 'two\n\n  lines\u00a0here', 'two lines here'],
  ])('%s', async (_what, title, shown) => {
    expect(await titleOf(title)).toBe(shown);
  });

  it.each(['إصلاح تسجيل الدخول', '修复登录失败的问题 v2', 'תיקון', '🚀🚀', ''])(
    'what it is about, where little of it can be drawn: %s',
    async (title) => {
      expect(await titleOf(title)).toBe('A software problem');
    },
  );

  it('no more than can ever be seen', async () => {
    expect((await titleOf('Ж'.repeat(5000))).length).toBeLessThan(300);
  });
});

describe('what a card shows besides', () => {
  it('nobody, where the name cannot be drawn', async () => {
    expect((await drawnOf({ person: { label: 'Posted by', name: '王伟' } })).person).toBeUndefined();
    expect((await drawnOf({ person: { label: 'Posted by', name: 'Ana 🚀' } })).person).toEqual({
      label: 'Posted by',
      name: 'Ana',
    });
  });

  it('only the figures and the text that can be drawn', async () => {
    const figures = [
      { label: 'Areas of expertise', value: '前端' },
      { label: 'Price', value: '$19.50' },
    ];
    const card = await drawnOf({ text: 'أهلا', figures });
    expect(card.text).toBe('');
    expect(card.figures).toEqual([{ label: 'Price', value: '$19.50' }]);
  });
});
