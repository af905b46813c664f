export interface StoredFile {
  _id: string;
  /** Path on this site. */
  url: string;
  name: string;
  size: number;
  mimeType: string;
}

/** Response of `POST /file-upload`, a multipart request with one part `file`. */
export interface FileAnswer {
  file: StoredFile;
}

export interface FileLinkAnswer {
  /** Expires after `CHAT.linkMinutes`. */
  url: string;
}
