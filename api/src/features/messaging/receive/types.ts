import type { messageRules } from '@solvent/contracts/rules';
import type { InferType } from 'yup';

/** A file of a message that is about to be stored: its bytes lie in the file store already, no row names it yet. */
export interface ReceivedMessageFile {
  /** Key in the file store. */
  storageKey: string;
  /** Cleaned: fit to be shown and stored. */
  name: string;
  /** By its content, not by what its sender says. */
  mimeType: string;
  /** Bytes. */
  size: number;
  /** SHA-256 of what was sent, in hex: the same file sent again has the same one, however its picture was made anew. */
  sha256: string;
  /** Of a picture (px); null for what is none. */
  width: number | null;
  height: number | null;
}

/** What `POST /chat/messages` brought. */
export interface ReceivedMessage {
  /** The form's texts as `messageRules` give them. */
  fields: InferType<typeof messageRules>;
  /** In the order in which they were sent. */
  files: ReceivedMessageFile[];
  /** Deletes the stored bytes: for when no message was made of them. Never throws; what fails is logged. */
  discard(): Promise<void>;
}
