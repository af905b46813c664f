import type { SystemConfig } from '@chakra-ui/react';
import built from './built-tokens.json' with { type: 'json' };

/** Replaces tokens.ts in builds, with the results in built-tokens.json. */
export const tokenConfigs: SystemConfig[] = [];

export const globalStyles: string | undefined = built.css;
