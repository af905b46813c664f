import latinExt from '@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2';
import latin from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';

const createInterFace = (file: string, letters: string) => `@font-face {
  font-family: 'Inter Variable';
  font-style: normal;
  font-display: swap;
  font-weight: 100 900;
  src: url(${file}) format('woff2');
  unicode-range: ${letters};
}`;

const LATIN =
  'U+??, U+131, U+152-153, U+2BB-2BC, U+2C6, U+2DA, U+2DC, U+304, U+308, U+329, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD';

const LATIN_EXT =
  'U+100-2BA, U+2BD-2C5, U+2C7-2CC, U+2CE-2D7, U+2DD-2FF, U+304, U+308, U+329, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+2020, U+20A0-20AB, U+20AD-20C0, U+2113, U+2C60-2C7F, U+A720-A7FF';

/** Relative to the font size. */
const [ASCENT, DESCENT] = [0.968_75, 0.2415];

const formatPercent = (share: number) => `${(100 * share).toFixed(2)}%`;

/** Widths of Inter's glyphs relative to another font's, by weight. */
type Widths = readonly [regular: number, bold: number];

/** A system font with Inter's metrics, to avoid layout shifts when Inter loads. */
function createFallbackFace(name: string, fonts: readonly string[], [regular, bold]: Widths): string {
  const createFace = (weights: string, suffix: string, width: number) => `@font-face {
  font-family: '${name}';
  font-weight: ${weights};
  src: ${fonts.map((font) => `local('${font}${suffix}')`).join(', ')};
  ascent-override: ${formatPercent(ASCENT / width)};
  descent-override: ${formatPercent(DESCENT / width)};
  line-gap-override: 0%;
  size-adjust: ${formatPercent(width)};
}`;
  return `${createFace('100 550', '', regular)}\n${createFace('551 900', ' Bold', bold)}`;
}

const FALLBACKS = [
  createFallbackFace('Inter fallback', ['Arial', 'Liberation Sans', 'Helvetica'], [1.074, 1.02]),
  // Android, and Linux without other fonts.
  createFallbackFace('Inter as Roboto', ['Roboto'], [1.066, 1.083]),
  createFallbackFace('Inter as DejaVu', ['DejaVu Sans'], [0.945, 0.849]),
];

/** Inter (product 10.2). Not in a style sheet of its own, which would block rendering. */
export const fontFaces = [createInterFace(latin, LATIN), createInterFace(latinExt, LATIN_EXT), ...FALLBACKS].join('\n');
