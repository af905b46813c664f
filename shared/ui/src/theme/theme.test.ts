/** @jest-environment node */
import { system } from './system.ts';

type Scheme = 'light' | 'dark';

function getColor(token: string, scheme: Scheme): [number, number, number] {
  const found = system.tokens.getByName(`colors.${token}`)?.extensions.conditions;
  const value: unknown = found?.[scheme === 'light' ? '_light' : '_dark'] ?? found?.base;
  const hex = /^\{colors\.(.+)\}$/.exec(String(value))?.[1];
  const text = hex ? String(system.tokens.getByName(`colors.${hex}`)?.originalValue) : String(value);
  const full = /^#[0-9a-f]{3}$/i.test(text) ? text.replace(/[0-9a-f]/gi, '$&$&') : text;
  const parts = /^#(..)(..)(..)$/.exec(full);
  if (!parts) throw new Error(`${token} is no colour in the ${scheme} theme: ${text}`);
  return [Number(`0x${parts[1]}`), Number(`0x${parts[2]}`), Number(`0x${parts[3]}`)];
}

function contrast(one: string, other: string, scheme: Scheme): number {
  const [light = 1, dark = 0] = [one, other]
    .map((token) => {
      const [r, g, b] = getColor(token, scheme)
        .map((part) => part / 255)
        .map((part) => (part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
      return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0);
    })
    .toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const SCHEMES: Scheme[] = ['light', 'dark'];
const each = (texts: string[], surfaces: string[]) =>
  texts.flatMap((text) => surfaces.map((surface) => [text, surface] as const));
const READ = [
  ...each(['fg', 'fg.muted', 'fg.subtle', 'fg.error', 'brand.fg'], ['bg', 'bg.panel', 'bg.raised']),
  ...each(['code.keyword', 'code.string', 'code.name', 'code.comment'], ['bg.muted', 'bg.panel']),
  ...each(['brand.fg'], ['brand.subtle', 'brand.muted']),
  ['brand.contrast', 'brand.solid'] as const,
  ['green.contrast', 'green.solid'] as const,
];

describe.each(SCHEMES)('the %s theme', (scheme) => {
  it.each(READ)('%s can be read on %s: 4.5 to 1', (text, surface) => {
    expect(contrast(text, surface, scheme)).toBeGreaterThanOrEqual(4.5);
  });

  it.each([
    ['border.control', 'bg.panel'],
    ['border.control', 'bg'],
    ['brand.focusRing', 'bg'],
    ['brand.solid', 'bg.panel'],
  ])('%s can be seen on %s: 3 to 1', (line, surface) => {
    expect(contrast(line, surface, scheme)).toBeGreaterThanOrEqual(3);
  });
});

it('colors controls like the brand, also beside the styles of paper', () => {
  const html: unknown = system._config.globalCss?.['html'];
  expect(html).toMatchObject({ colorPalette: 'brand', bg: 'bg', '@media print': { bg: 'white !important' } });
});
