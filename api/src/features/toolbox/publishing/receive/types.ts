/** A file of a module that is about to be stored: its bytes lie in the file store already, no row names it yet. */
export interface ReceivedFile {
  /** Key in the file store. */
  storageKey: string;
  /** Cleaned: fit to be shown and stored. */
  name: string;
  /** By its content, not by what its sender says. */
  mimeType: string;
  /** Bytes. */
  size: number;
  /** SHA-256 of what is stored, in hex. */
  sha256: string;
  /** Of a picture (px); null for what is none. */
  width: number | null;
  height: number | null;
}
