import { parse } from './parse.js';

/** The names of a message's values, also of those within forms. */
const namesIn = (parts) =>
  parts.flatMap((part) =>
    typeof part === 'string' ? [] : [part.name, ...Object.values(part.forms ?? {}).flatMap((form) => namesIn(form))],
  );
const valuesOf = (text) => [...new Set(namesIn(parse(text)))].toSorted((one, other) => (one < other ? -1 : 1)).join(', ');

/** What a translation lacks against its source, has too much, or needs other values for: sentences, for CI. */
export function missingIn(source, translation) {
  const problems = Object.entries(source).flatMap(([key, text]) => {
    const translated = translation[key];
    if (translated === undefined || translated === '') return [`${key} is not translated`];
    const [wanted, given] = [valuesOf(text), valuesOf(translated)];
    return wanted === given ? [] : [`${key} has the values (${given}) instead of (${wanted})`];
  });
  return [...problems, ...Object.keys(translation).flatMap((key) => (key in source ? [] : [`${key} is not in the source`]))];
}
