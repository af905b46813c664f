import built from './built-tokens.json' with { type: 'json' };

/** Returns the custom property of a token: `zIndex` and `modal` make `var(--chakra-z-index-modal)`. */
export const getCssVariable = (category: string, name: string) =>
  `var(--chakra-${`${category}-${name.replaceAll('.', '-')}`.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)})`;

type Texts = Record<string, string>;

/** Token values by category and name, mostly custom properties. */
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

/** Resolves `colors.red.500/20`, a color with an opacity in percent. */
function mix(path: string): string {
  const [color = '', percent = ''] = path.split('/');
  return `color-mix(in srgb, ${getVar(color) ?? color} ${percent}%, transparent)`;
}

const resolve = (path: string) => (path.includes('/') ? mix(path) : (getVar(path) ?? path));

/** Replaces Chakra's dictionary in builds: built-tokens.json instead of tokens computed at run time. */
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

/** Empty, but required: the module that this one replaces exports it. */
export const tokenCategories: string[] = [];
