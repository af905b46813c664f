// Types for delivery; documented in icon-nodes.mjs.
import type { IconNode } from '../src/manifest/icon-nodes.ts';

export function iconNodes(root: string, name: string): IconNode[] | undefined;
