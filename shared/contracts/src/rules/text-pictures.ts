/** Placeholder of an image during its upload: `![alt](uploading:…)`. */
const PENDING_PICTURE = /\]\(uploading:[\da-f-]{36}\)/i;

/** Image stored on this site, optionally with its size in px. */
const STORED_PICTURE = /\]\(\/api\/files\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?:#\d{1,5}x\d{1,5})?\)/gi;

export const hasPendingPicture = (text: string): boolean => PENDING_PICTURE.test(text);

/** Returns the ids of the stored images in a Markdown text, without duplicates. */
export const getPictureIds = (text: string): string[] => [
  ...new Set([...text.matchAll(STORED_PICTURE)].map(([, id = '']) => id.toLowerCase())),
];

/** Replaces the URLs of stored images. @param getUrl returns undefined to keep one */
export const replacePictureUrls = (text: string, getUrl: (id: string) => string | undefined): string =>
  text.replaceAll(STORED_PICTURE, (match: string, id: string) => {
    const url = getUrl(id.toLowerCase());
    return url === undefined ? match : match.replace(`/api/files/${id}`, () => url);
  });
