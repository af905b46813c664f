import * as yup from 'yup';

/** Digits, with commas or spaces only between groups of three. */
const NUMBER = /^-?(?:\d+|\d{1,3}(?:[,\s]\d{3})+)(?:\.\d+)?$/;

/** Returns a typed number such as "1,250.50"; NaN for any other text, such as "12,5", "0x10" or "1e3" (decision 0095). */
export function parseNumber(typed: string): number {
  const text = typed.trim();
  return NUMBER.test(text) ? Number(text.replaceAll(/[,\s]/g, '')) : Number.NaN;
}

/** Base rule of every number in a form or a request; reads texts with `parseNumber`, and an empty field that is required as missing. */
export const number = () =>
  yup.number().transform((_value: unknown, original: unknown, { spec }) => {
    if (typeof original === 'string') return original.trim() === '' && !spec.optional ? undefined : parseNumber(original);
    // yup reads `["12,5"]` as 12.
    return typeof original === 'number' || original === null || original === undefined ? original : Number.NaN;
  });

/** Base rule of every sum in whole US dollars; `label` begins its messages. */
export const dollars = (label: string) =>
  number().typeError(`${label} must be a number, such as 1250 or 1,250`).integer(`${label} must be a whole number of dollars`);
