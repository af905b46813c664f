import satori from 'satori';
import type { Font } from 'satori';
import type { Card } from './card.ts';
import { element } from './layout.ts';

/** Longer texts are cut when they are set: what nobody would see of them is not looked at. */
const LETTERS_MAX = 240;

/** Accents are part of their letter; where there is no such letter, they go, and so does what nobody sees. */
const readable = (text: string) => text.normalize('NFC').replaceAll(/[\p{M}\p{C}]/gu, '');

/** As it is drawn if the fonts have all of it: one line. */
const lineOf = (text: string) => readable(text.slice(0, 2 * LETTERS_MAX).replaceAll(/\s+/gu, ' ')).slice(0, LETTERS_MAX);

/** What may stand for a character: "A" for a mathematical or fullwidth one, a hyphen for any dash. */
const standIn = (character: string) => (/\p{Pd}/u.test(character) ? '-' : readable(character.normalize('NFKC')));

/** Those of the characters that no font has. */
async function lackedBy(fonts: Font[], characters: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const lacked = new Set<string>();
  // Each in an element of its own: none joins the one before.
  const asked = element('div', {
    style: { display: 'flex' },
    children: Array.from(characters, (children) => element('div', { children })),
  });
  // It is asked for what it has no font for.
  const loadAdditionalAsset = async (_language: string, segment: string) => {
    for (const character of segment) lacked.add(character);
    return [];
  };
  await satori(asked, { width: 1000, height: 100, fonts, loadAdditionalAsset });
  return lacked;
}

/** If no more than this share of its letters is left, a text says something else than its writer did. */
const LEFT_MIN = 0.5;

const lettersOf = (text: string) => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;

/**
 * The card with characters that the fonts have: others are replaced by what looks alike, or left out. A title of which little is
 * left gives way to `untitled`, any other text to none.
 */
export async function drawable(card: Card, fonts: Font[]): Promise<Card> {
  const { title, text, figures, person } = card;
  const all = [title, text, ...figures.map(({ value }) => value), person?.name ?? ''].map(lineOf).join('');
  const unusual = all.match(/[^ -~]/gu) ?? [];
  const asked = new Set(unusual.flatMap((one) => [one, ...Array.from(standIn(one))]));
  const lacked = asked.size === 0 ? asked : await lackedBy(fonts, asked);

  const draw = (character: string) =>
    lacked.has(character) ? Array.from(standIn(character), (other) => (lacked.has(other) ? '' : other)).join('') : character;
  const clean = (line: string) => Array.from(line, draw).join('').replaceAll(/ +/g, ' ').trim();
  const orElse = (given: string, other: string) => {
    const line = lineOf(given);
    const left = clean(line);
    return lettersOf(left) > lettersOf(line) * LEFT_MIN ? left : other;
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
