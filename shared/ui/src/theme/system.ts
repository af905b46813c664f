import { createSystem } from '@chakra-ui/react';
import { systemConfig } from './system-config.ts';

export const system = createSystem(systemConfig);

// Unused shades would be written for each element with a palette; `colorPalette.solid` and the like stay.
for (const palette of system.tokens.colorPaletteMap.values())
  for (const name of palette.keys()) if (/-\d+$/.test(name)) palette.delete(name);
