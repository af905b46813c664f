/** @jest-environment node */
/// <reference types="node" />
import { readFileSync, writeFileSync } from 'node:fs';
import { css } from '@emotion/react';
import { createTokenDictionary, getCssVariable } from './built-token-dictionary.ts';
import { system } from './system.ts';

const FILE = new URL('built-tokens.json', import.meta.url);
const { tokens } = system;

function build() {
  const categories: Record<string, (string | [string, string])[]> = {};
  for (const [path, value] of tokens.flatMap) {
    const [category = '', ...rest] = path.split('.');
    const name = rest.join('.');
    (categories[category] ??= []).push(value === getCssVariable(category, name) ? name : [name, value]);
  }
  return {
    css: css(system._global).styles,
    tokens: categories,
    palettes: Object.fromEntries([...tokens.colorPaletteMap].map(([name, values]) => [name, Object.fromEntries(values)])),
  };
}

if (process.env['UPDATE_TOKENS']) writeFileSync(FILE, `${JSON.stringify(build(), null, 1)}\n`);

it('built tokens are current: run "pnpm build-tokens" after a change', () => {
  expect(JSON.parse(readFileSync(FILE, 'utf8'))).toEqual(JSON.parse(JSON.stringify(build())));
});

describe('the dictionary of builds', () => {
  const dictionary = createTokenDictionary();

  it('has the value of each Chakra token', () => {
    for (const [path, value] of tokens.flatMap) expect([path, dictionary.getVar(path)]).toEqual([path, value]);
    for (const name of [...tokens.flatMap.keys(), 'breakpoints.md', 'breakpoints.none', 'opacity.50'])
      expect([name, dictionary.getByName(name)?.name]).toEqual([name, tokens.getByName(name)?.name]);
    const categories = new Set([...tokens.flatMap.keys()].map((path) => path.split('.')[0] ?? ''));
    for (const category of categories) expect(dictionary.getCategoryValues(category)).toEqual(tokens.getCategoryValues(category));
    expect(dictionary.getVar('colors.none', 'red')).toBe('red');
    expect(categories).not.toContain('opacity');
  });

  it('has each Chakra palette', () => {
    expect(Object.fromEntries(dictionary.colorPaletteMap)).toEqual(Object.fromEntries(tokens.colorPaletteMap));
  });

  it('resolves all references in our recipes and styles', () => {
    const texts = new Set<string>();
    JSON.stringify(system._config, (_key, value: unknown) => {
      if (typeof value === 'string') texts.add(value);
      return value;
    });
    const more = [
      '1px solid {colors.border}',
      '{colors.brand.600/20}',
      'calc({spacing.4} + {sizes.4})',
      'calc(token(sizes.4) * 2)',
      'none',
    ];
    for (const text of [...texts, ...more])
      expect([text, dictionary.expandReferenceInValue(text)]).toEqual([text, tokens.expandReferenceInValue(text)]);
  });
});
