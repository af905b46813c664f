/** The file name that the server gave with an attachment; else the fallback. */
export function fileNameOf(contentDisposition: unknown, fallback: string): string {
  const name = typeof contentDisposition === 'string' ? /filename="?([\w.-]+)"?/.exec(contentDisposition)?.[1] : undefined;
  return name ?? fallback;
}
