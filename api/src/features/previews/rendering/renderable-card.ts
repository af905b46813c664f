import satori from 'satori';
import type { Font } from 'satori';
import type { Card } from './card.ts';
import { element } from './layout.ts';

/** Longer than what a card can show. */
const MAX_CHARACTERS = 240;

const removeInvisible = (text: string) => text.normalize('NFC').replaceAll(/[\p{M}\p{C}]/gu, '');

const toSingleLine = (text: string) =>
  removeInvisible(text.slice(0, 2 * MAX_CHARACTERS).replaceAll(/\s+/gu, ' ')).slice(0, MAX_CHARACTERS);

/** Returns "A" for a mathematical or fullwidth one, a hyphen for any dash. */
const getFallback = (character: string) => (/\p{Pd}/u.test(character) ? '-' : removeInvisible(character.normalize('NFKC')));

async function findUnsupported(fonts: Font[], characters: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const unsupported = new Set<string>();
  // Separate elements keep characters from joining into ligatures.
  const probe = element('div', {
    style: { display: 'flex' },
    children: Array.from(characters, (children) => element('div', { children })),
  });
  // satori calls this for characters that no font has.
  const loadAdditionalAsset = async (_language: string, segment: string) => {
    for (const character of segment) unsupported.add(character);
    return [];
  };
  await satori(probe, { width: 1000, height: 100, fonts, loadAdditionalAsset });
  return unsupported;
}

/** Minimum share of letters to keep: with fewer, a text could mean something else. */
const MIN_KEPT_SHARE = 0.5;

const countLetters = (text: string) => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;

/** Replaces or removes characters that the fonts lack. A title that loses most letters becomes `untitled`, other texts empty. */
export async function toRenderableCard(card: Card, fonts: Font[]): Promise<Card> {
  const { title, text, figures, person } = card;
  const all = [title, text, ...figures.map(({ value }) => value), person?.name ?? ''].map(toSingleLine).join('');
  const nonAscii = all.match(/[^ -~]/gu) ?? [];
  const candidates = new Set(nonAscii.flatMap((character) => [character, ...Array.from(getFallback(character))]));
  const unsupported = candidates.size === 0 ? candidates : await findUnsupported(fonts, candidates);

  const keepSupported = (characters: string) => Array.from(characters, (one) => (unsupported.has(one) ? '' : one)).join('');
  const replace = (character: string) => (unsupported.has(character) ? keepSupported(getFallback(character)) : character);
  const orElse = (original: string, fallback: string) => {
    const line = toSingleLine(original);
    const kept = Array.from(line, replace).join('').replaceAll(/ +/g, ' ').trim();
    return countLetters(kept) > countLetters(line) * MIN_KEPT_SHARE ? kept : fallback;
  };
  const name = orElse(person?.name ?? '', '');
  return {
    ...card,
    title: orElse(title, card.untitled),
    text: orElse(text, ''),
    figures: figures.map(({ label, value }) => ({ label, value: orElse(value, '') })).filter(({ value }) => value !== ''),
    person: person && name !== '' ? { ...person, name } : undefined,
  };
}
