export interface StoredFile {
  _id: string;
  url: string;
  name: string;
  size: number;
  mimeType: string;
}

export interface FileAnswer {
  file: StoredFile;
}

export interface FileLinkAnswer {
  /** Expires after `CHAT.linkMinutes`. */
  url: string;
}
