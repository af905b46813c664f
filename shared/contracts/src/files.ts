/** A stored file. */
export interface StoredFile {
  _id: string;
  /** Where it is read, from the root of this site. */
  url: string;
  name: string;
  /** Bytes. */
  size: number;
  mimeType: string;
}

/** Answer of `POST /file-upload`: multipart with one part `file`. */
export interface FileAnswer {
  file: StoredFile;
}

/** Answer of `GET /files/{id}/link`: for who may read the file. */
export interface FileLinkAnswer {
  /** Lives `CHAT.linkMinutes`. */
  url: string;
}
