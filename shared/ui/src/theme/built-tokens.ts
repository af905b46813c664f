import type { SystemConfig } from '@chakra-ui/react';
import built from './built-tokens.json' with { type: 'json' };

/** In builds in place of tokens.ts: what Chakra makes of those is in built-tokens.json already. */
export const tokenConfigs: SystemConfig[] = [];

export const globalStyles: string | undefined = built.css;
