// Types for delivery; documented in checksums.mjs.
export interface BuiltFile {
  path: string;
  bytes: Buffer;
  integrity: string;
}
export function readBuilt(dist: string): { inputs: string[]; sources: string; files: BuiltFile[] };
export function isUpToDate(root: string, dist: string): boolean;
export function readSources(root: string, inputs: string[]): { inputs: string[]; hash: string; changedAt: number };
export function computeIntegrity(bytes: string | Uint8Array): string;
