import { createSystem } from '@chakra-ui/react';
import { systemConfig } from './system-config.ts';

/** The product's one Chakra system. */
export const system = createSystem(systemConfig);
