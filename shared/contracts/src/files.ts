export interface StoredFile {
  _id: string;
  url: string;
  name: string;
  size: number;
  mimeType: string;
}

export interface FileResponse {
  file: StoredFile;
}

export interface FileLinkResponse {
  /** Expires after `CHAT.linkMinutes`. */
  url: string;
}
