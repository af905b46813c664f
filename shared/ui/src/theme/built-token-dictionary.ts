import built from './built-tokens.json' with { type: 'json' };

/** The custom property that most tokens are kept in: `zIndex` and `modal` make `var(--chakra-z-index-modal)`. */
export const getCssVariable = (category: string, name: string) =>
  `var(--chakra-${`${category}-${name.replaceAll('.', '-')}`.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)})`;

type Texts = Record<string, string>;

/** Tokens of each category by name, as styles have them: mostly a custom property that is called so. */
const values: Record<string, Texts> = Object.fromEntries(
  Object.entries(built.tokens as Record<string, (string | [string, string])[]>).map(([category, names]) => [
    category,
    Object.fromEntries(names.map((name) => (typeof name === 'string' ? [name, getCssVariable(category, name)] : name))),
  ]),
);

const flat = new Map(
  Object.entries(values).flatMap(([category, texts]) =>
    Object.entries(texts).map(([name, text]) => [`${category}.${name}`, text]),
  ),
);

const getVar = (name: string, fallback?: string) => flat.get(name) ?? fallback;

/** `colors.red.500/20`: a colour of which so many percent are left. */
function mix(path: string): string {
  const [color = '', percent = ''] = path.split('/');
  return `color-mix(in srgb, ${getVar(color) ?? color} ${percent}%, transparent)`;
}

const resolve = (path: string) => (path.includes('/') ? mix(path) : (getVar(path) ?? path));

/**
 * In builds in place of Chakra's token dictionary, which works out anew in each page what is in built-tokens.json: the part of it that
 * is asked for once the page's styles are made. A test holds it to be the same.
 */
export const createTokenDictionary = () => ({
  prefix: 'chakra',
  allTokens: [],
  tokenMap: new Map(),
  flatMap: flat,
  cssVarMap: new Map(),
  categoryMap: new Map(),
  colorPaletteMap: new Map(
    Object.entries(built.palettes as Record<string, Texts>).map(([name, texts]) => [name, new Map(Object.entries(texts))]),
  ),
  getVar,
  getByName: (name: string) => (flat.has(name) ? { name, value: flat.get(name) } : undefined),
  getCategoryValues: (category: string) => values[category] ?? null,
  expandReferenceInValue: (value: string) =>
    value
      .replaceAll(/\{([^}]*)\}/g, (_all, path: string) => resolve(path))
      .replaceAll(/token\(([^,()]+)\)/g, (_all, path: string) => resolve(path.trim())),
});

/** Chakra names it beside. */
export const tokenCategories: string[] = [];
