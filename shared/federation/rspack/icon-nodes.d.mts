// For delivery, which is TypeScript; what it does is told in icon-nodes.mjs.
import type { IconNode } from '../src/manifest/icon-nodes.ts';

export function iconNodes(root: string, name: string): IconNode[] | undefined;
