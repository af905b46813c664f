// For delivery, which is TypeScript; what each does is told in checksums.mjs.
export interface BuiltFile {
  path: string;
  bytes: Buffer;
  integrity: string;
}
export function readBuilt(dist: string): { inputs: string[]; sources: string; files: BuiltFile[] };
export function isUpToDate(root: string, dist: string): boolean;
export function readSources(root: string, inputs: string[]): { inputs: string[]; hash: string; changedAt: number };
export function integrityOf(bytes: string | Uint8Array): string;
