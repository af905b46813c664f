/** What stands in the place of a picture while it is sent: `![words](uploading:…)`. */
const ON_ITS_WAY = /\]\(uploading:[\da-f-]{36}\)/i;

/** A picture that lies on this site, as an editor writes it: with its size (px) where that is known. */
const OWN = /\]\(\/api\/files\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?:#\d{1,5}x\d{1,5})?\)/gi;

/** Whether a picture of a text has not been sent, or was given up with the page. */
export const hasPendingPicture = (text: string): boolean => ON_ITS_WAY.test(text);

/** The ids of the files of this site that a text in markdown shows, each once. */
export const getPictureIds = (text: string): string[] => [
  ...new Set([...text.matchAll(OWN)].map(([, id = '']) => id.toLowerCase())),
];

/** Replaces the addresses of the files that a text in markdown shows. @param addressOf undefined for files whose address stays */
export const replacePictureUrls = (text: string, addressOf: (id: string) => string | undefined): string =>
  text.replaceAll(OWN, (shown: string, id: string) => {
    const address = addressOf(id.toLowerCase());
    return address === undefined ? shown : shown.replace(`/api/files/${id}`, () => address);
  });
