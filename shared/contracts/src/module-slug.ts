/** Letters that are no letter with a mark, as people write them in addresses. */
const SPELLED: Record<string, string> = {
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

/**
 * The slug of a module, derived from its title (product 3.14): Latin letters and digits, words joined by "-".
 * Empty where the title has none of them. The server adds a number where another module has it already.
 */
export const moduleSlug = (title: string): string =>
  title
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[&ßæœøđłþðı]/g, (letter) => SPELLED[letter] ?? '')
    .replaceAll(/[^a-z0-9\s_-]/g, '')
    .replaceAll(/[\s_-]+/g, '-')
    .replaceAll(/^-|-$/g, '');
