import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Font } from 'satori';

/** satori searches a character in this order. */
const SUBSETS = ['latin', 'latin-ext', 'cyrillic', 'greek', 'vietnamese', 'cyrillic-ext', 'greek-ext'] as const;

export const WEIGHTS = { normal: 500, bold: 700 } as const;

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
