import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Font } from 'satori';

/** Size in pixels, which link previews show uncropped. */
export const CARD_SIZE = { width: 1200, height: 630 } as const;

/** Content of a card. Texts are user content: any characters, any length. */
export interface Card {
  /** Shown in the corner: "Problem". */
  kind: string;
  title: string;
  /** Shows initials next to the title. */
  isPerson?: boolean;
  /** Replaces a title that the fonts can't render. */
  untitled: string;
  text: string;
  figures: { label: string; value: string }[];
  person?: { label: string; name: string } | undefined;
}

/** satori searches a character in this order. */
const SUBSETS = ['latin', 'latin-ext', 'cyrillic', 'greek', 'vietnamese', 'cyrillic-ext', 'greek-ext'] as const;

const WEIGHTS = { normal: 500, bold: 700 } as const;

const { resolve } = createRequire(import.meta.url);

export function loadFonts(): Font[] {
  return SUBSETS.flatMap((subset) =>
    Object.values(WEIGHTS).map((weight) => ({
      name: `Inter ${subset}`,
      weight,
      style: 'normal' as const,
      data: readFileSync(resolve(`@fontsource/inter/files/inter-${subset}-${weight}-normal.woff`)),
    })),
  );
}

/** A React element, as satori accepts it. */
export interface Element {
  type: string;
  key: null;
  props: Record<string, unknown>;
}

type Style = Record<string, string | number>;

export const element = (type: string, props: Record<string, unknown>): Element => ({ type, key: null, props });
const box = (style: Style, ...children: Element[]): Element => element('div', { style: { display: 'flex', ...style }, children });
const text = (style: Style, children: string): Element => element('div', { style: { display: 'block', ...style }, children });

/** The product's light theme (shared/ui/src/theme/colors.ts). */
const COLORS = {
  page: '#FAFAFA',
  text: '#18181B',
  muted: '#52525B',
  subtle: '#6A6A73',
  border: '#E4E4E7',
  brand: '#5B5BD6',
  brandText: '#4A49B8',
  brandLight: '#E9E9FC',
} as const;

const EDGE = 72;

const bold = (size: number): Style => ({ fontSize: size, fontWeight: WEIGHTS.bold, letterSpacing: '-0.02em' });
const normal = (size: number, color: string): Style => ({ fontSize: size, fontWeight: WEIGHTS.normal, color });

const lines = (count: number): Style => ({ lineClamp: count, wordBreak: 'break-word', overflow: 'hidden' });
const ONE_LINE: Style = { whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis' };

/** Creates the logo (shell/public/favicon.svg). */
const logo = (size: number): Element =>
  element('svg', {
    width: size,
    height: size,
    viewBox: '0 0 24 24',
    children: [
      element('rect', { width: 24, height: 24, rx: 6, fill: COLORS.brand }),
      element('path', { d: 'M12 4.6c2.9 3.3 4.8 5.9 4.8 8.4a4.8 4.8 0 1 1-9.6 0c0-2.5 1.9-5.1 4.8-8.4Z', fill: '#fff' }),
      element('circle', { cx: 13.9, cy: 13.6, r: 1.5, fill: COLORS.brand }),
    ],
  });

const top = (kind: string): Element =>
  box(
    { justifyContent: 'space-between', alignItems: 'center' },
    box({ alignItems: 'center' }, logo(52), text({ ...bold(36), marginLeft: 18 }, 'Solvent')),
    text({ ...normal(26, COLORS.brandText), backgroundColor: COLORS.brandLight, borderRadius: 999, padding: '10px 26px' }, kind),
  );

const titleSize = ({ length }: string): number => (length <= 40 ? 76 : length <= 90 ? 64 : 54);

function initials(name: string): string {
  const letters = (name.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => Array.from(word)[0] ?? '');
  return [letters[0], ...letters.slice(1).slice(-1)].join('').toUpperCase();
}

const portrait = (name: string, size: number): Element =>
  box(
    {
      ...bold(size * 0.38),
      letterSpacing: 0,
      flexShrink: 0,
      width: size,
      height: size,
      alignItems: 'center',
      justifyContent: 'center',
      color: '#FFFFFF',
      backgroundColor: COLORS.brand,
      borderRadius: 999,
    },
    text({}, initials(name)),
  );

function heading({ title, text: below }: Card): Element {
  const hasText = below !== '';
  return box(
    { flexDirection: 'column', flexShrink: 1, minWidth: 0 },
    text({ ...bold(titleSize(title)), lineHeight: 1.16, ...lines(hasText ? 2 : 3) }, title),
    ...(hasText ? [text({ ...normal(34, COLORS.muted), lineHeight: 1.35, marginTop: 20, ...lines(2) }, below)] : []),
  );
}

const figure = ({ label, value }: Card['figures'][number], isFirst: boolean, width: number): Element =>
  box(
    { flexDirection: 'column', marginRight: 56, flexShrink: 0, maxWidth: width },
    text({ ...normal(24, COLORS.subtle), ...ONE_LINE }, label),
    text({ ...bold(40), ...ONE_LINE, lineHeight: 1.2, color: isFirst ? COLORS.brandText : COLORS.text }, value),
  );

const owner = ({ label, name }: NonNullable<Card['person']>): Element =>
  box(
    { alignItems: 'center', marginLeft: 'auto', flexShrink: 1, minWidth: 0 },
    portrait(name, 72),
    box(
      { flexDirection: 'column', marginLeft: 20, flexShrink: 1, minWidth: 0, maxWidth: 380 },
      text({ ...normal(24, COLORS.subtle), ...ONE_LINE }, label),
      text({ ...bold(32), lineHeight: 1.3, ...ONE_LINE }, name),
    ),
  );

export const buildLayout = (card: Card): Element =>
  box(
    {
      ...CARD_SIZE,
      boxSizing: 'border-box',
      flexDirection: 'column',
      padding: `56px ${EDGE}px 48px`,
      backgroundColor: COLORS.page,
      borderBottom: `14px solid ${COLORS.brand}`,
      color: COLORS.text,
    },
    top(card.kind),
    box(
      { flexGrow: 1, alignItems: 'center' },
      ...(card.isPerson === true ? [portrait(card.title, 148), box({ width: 40, flexShrink: 0 })] : []),
      heading(card),
    ),
    box(
      { alignItems: 'center', borderTop: `2px solid ${COLORS.border}`, paddingTop: 32, minHeight: 106 },
      ...card.figures.map((one, index) => figure(one, index === 0, card.person ? 640 : CARD_SIZE.width - 2 * EDGE)),
      ...(card.person ? [owner(card.person)] : []),
    ),
  );
