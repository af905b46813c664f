import satori from 'satori';
import type { Font } from 'satori';
import { element } from './layout.ts';
import type { Card } from './layout.ts';

/** Longer than what a card can show. */
const MAX_CHARACTERS = 240;
/** Minimum share of letters to keep: with fewer, a text could mean something else. */
const MIN_KEPT_SHARE = 0.5;

const toSingleLine = (text: string) =>
  text
    .slice(0, MAX_CHARACTERS)
    .replaceAll(/\s+/gu, ' ')
    .normalize('NFC')
    .replaceAll(/[\p{M}\p{C}]/gu, '');

/** Returns "A" for a mathematical or fullwidth one, a hyphen for any dash. */
const getAscii = (character: string) => (/\p{Pd}/u.test(character) ? '-' : character.normalize('NFKC').replaceAll(/[^ -~]/g, ''));

const countLetters = (text: string) => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;

async function findUnsupported(fonts: Font[], text: string): Promise<ReadonlySet<string>> {
  const unsupported = new Set<string>();
  const candidates = new Set(text.match(/[^ -~]/gu));
  // Separate elements keep characters from joining into ligatures.
  const children = Array.from(candidates, (character) => element('div', { children: character }));
  // satori calls this for characters that no font has.
  const loadAdditionalAsset = async (_language: string, segment: string) => {
    for (const character of segment) unsupported.add(character);
    return [];
  };
  const probe = element('div', { style: { display: 'flex' }, children });
  await satori(probe, { width: 1000, height: 100, fonts, loadAdditionalAsset });
  return unsupported;
}

/** Replaces or removes characters that the fonts lack. A title that loses most letters becomes `untitled`, other texts empty. */
export async function toRenderableCard(card: Card, fonts: Font[]): Promise<Card> {
  const { title, text, figures, person } = card;
  const texts = [title, text, ...figures.map(({ value }) => value), person?.name ?? ''];
  const unsupported = await findUnsupported(fonts, texts.map(toSingleLine).join(''));
  const keepSupported = (original: string, fallback = '') => {
    const line = toSingleLine(original);
    const replaced = Array.from(line, (character) => (unsupported.has(character) ? getAscii(character) : character));
    const kept = replaced.join('').replaceAll(/ +/g, ' ').trim();
    return countLetters(kept) > countLetters(line) * MIN_KEPT_SHARE ? kept : fallback;
  };
  const name = keepSupported(person?.name ?? '');
  return {
    ...card,
    title: keepSupported(title, card.untitled),
    text: keepSupported(text),
    figures: figures.map(({ label, value }) => ({ label, value: keepSupported(value) })).filter(({ value }) => value !== ''),
    person: person && name !== '' ? { ...person, name } : undefined,
  };
}
