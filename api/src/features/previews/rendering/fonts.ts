import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Font } from 'satori';

/** Inter's parts by script. A letter is looked for in one after the other. */
const SUBSETS = ['latin', 'latin-ext', 'cyrillic', 'greek', 'vietnamese', 'cyrillic-ext', 'greek-ext'] as const;

/** Of the running text, and of what stands out. */
export const WEIGHTS = { normal: 500, bold: 700 } as const;

const { resolve } = createRequire(import.meta.url);

/** Every font of the cards, from the package: the machine need not have any. */
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
