const starts = (text, at = 0) => {
  const wanted = [...text].map((letter) => letter.charCodeAt(0));
  return (bytes) => wanted.every((byte, index) => bytes[at + index] === byte);
};

/** What files of a kind begin with; the first match counts. */
const KINDS = [
  ['image/png', starts('\u0089PNG\r\n\u001a\n')],
  ['image/jpeg', starts('\u00ff\u00d8\u00ff')],
  ['image/gif', starts('GIF8')],
  ['image/webp', (bytes) => starts('RIFF')(bytes) && starts('WEBP', 8)(bytes)],
  ['application/pdf', starts('%PDF-')],
  ['application/zip', starts('PK\u0003\u0004')],
  ['video/mp4', starts('ftyp', 4)],
  ['video/webm', starts('\u001aE\u00df\u00a3')],
];

/** The type of a file by its first bytes, whatever its name says; undefined for one that is not known. */
export const kindOf = (bytes) => KINDS.find(([, matches]) => matches(bytes))?.[0];
