/** Characters that Unicode normalization does not decompose. */
const TRANSLITERATIONS: Record<string, string> = {
  '&': ' and ',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  þ: 'th',
  ð: 'd',
  ı: 'i',
};

/** Returns the slug of a module title (product 3.14), empty without Latin letters or digits. */
export const moduleSlug = (title: string): string =>
  title
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[&ßæœøđłþðı]/g, (letter) => TRANSLITERATIONS[letter] ?? '')
    .replaceAll(/[^a-z0-9\s_-]/g, '')
    .replaceAll(/[\s_-]+/g, '-')
    .replaceAll(/^-|-$/g, '');
