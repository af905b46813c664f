import { createSystem } from '@chakra-ui/react';
import { systemConfig } from './system-config.ts';

/** The product's one Chakra system. */
export const system = createSystem(systemConfig);

// Each element with a palette would get its shades, too, which no style asks for: `colorPalette.solid` and the like stay.
for (const palette of system.tokens.colorPaletteMap.values())
  for (const name of palette.keys()) if (/-\d+$/.test(name)) palette.delete(name);
