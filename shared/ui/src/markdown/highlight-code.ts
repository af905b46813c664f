import { tokenize } from 'sugar-high/core';
import type { ParseOptions } from 'sugar-high/core';
import * as c from 'sugar-high/lang/c';
import * as cpp from 'sugar-high/lang/cpp';
import * as csharp from 'sugar-high/lang/csharp';
import * as dockerfile from 'sugar-high/lang/dockerfile';
import * as go from 'sugar-high/lang/go';
import * as graphql from 'sugar-high/lang/graphql';
import * as java from 'sugar-high/lang/java';
import * as json from 'sugar-high/lang/json';
import * as kotlin from 'sugar-high/lang/kotlin';
import * as php from 'sugar-high/lang/php';
import * as python from 'sugar-high/lang/python';
import * as ruby from 'sugar-high/lang/ruby';
import * as rust from 'sugar-high/lang/rust';
import * as shell from 'sugar-high/lang/shell';
import * as sql from 'sugar-high/lang/sql';
import * as swift from 'sugar-high/lang/swift';
import * as toml from 'sugar-high/lang/toml';
import * as yaml from 'sugar-high/lang/yaml';
import type { Language } from './code-languages.ts';

const splitWords = (text: string) => new Set(text.split(' '));

const JAVASCRIPT_WORDS =
  'async await break case catch class const continue debugger default delete do else export extends false finally for from function get if import in instanceof let new null of return set static super switch this throw true try typeof undefined var void while with yield';
const TYPESCRIPT_WORDS =
  'abstract as asserts declare enum implements infer interface is keyof namespace override private protected public readonly satisfies type';

/** A string that ends at the line break at the latest: text between tags may have a single apostrophe. */
const SINGLE_LINE_STRING = /(["'])(?:\\.|(?!\1)[^\\\n])*\1?/y;

function onLiteral(_sign: string, index: number, code: string): number {
  SINGLE_LINE_STRING.lastIndex = index;
  return SINGLE_LINE_STRING.exec(code)?.[0].length ?? 0;
}

const javascript = {
  keywords: splitWords(JAVASCRIPT_WORDS),
  templateStrings: true,
  onCommentStart: c.onCommentStart,
  onCommentEnd: c.onCommentEnd,
  onLiteral,
};

// The library's own tokenizers of JavaScript, CSS and HTML are quadratic, and drop characters of malformed code.
const OPTIONS: Record<Exclude<Language, 'diff'>, ParseOptions> = {
  c,
  cpp,
  csharp,
  css: {
    keywords: splitWords(
      'charset container font-face import keyframes layer media namespace page property scope supports important',
    ),
    onCommentStart: (sign, next) => (sign + next === '/*' ? 1 : 0),
    onCommentEnd: (before, sign) => (before + sign === '*/' ? 1 : 0),
    onLiteral,
  },
  dockerfile,
  go,
  graphql,
  html: {
    onCommentStart: (_sign, _next, index, code) => (code.startsWith('<!--', index) ? 1 : 0),
    onCommentEnd: (_before, sign, index, code) => (sign === '>' && code.startsWith('--', index - 2) ? 1 : 0),
    onLiteral,
  },
  java,
  javascript,
  json,
  kotlin,
  php,
  python,
  ruby,
  rust,
  shell,
  sql,
  swift,
  toml,
  typescript: {
    ...javascript,
    keywords: splitWords(`${JAVASCRIPT_WORDS} ${TYPESCRIPT_WORDS}`),
    typeKeywords: splitWords('any bigint boolean never number object string symbol unknown'),
  },
  yaml: { ...yaml, onLiteral },
};

type Kind = 'keyword' | 'string' | 'name' | 'comment' | 'inserted' | 'deleted';

const KINDS: readonly (Kind | undefined)[] = [
  undefined,
  'keyword',
  'string',
  'name',
  'name',
  undefined,
  undefined,
  undefined,
  'comment',
];
const IDENTIFIER_TYPE = 0;
const PUNCTUATION_TYPE = 7;

/** Code without a kind has the color of text. */
export interface CodeToken {
  text: string;
  kind?: Kind;
}

/** Limits the work of one page. */
const MAX_CODE_LENGTH = 20_000;
const MAX_TOKENS = 3000;

/** HTML tag names are highlighted as keywords. */
const isTagName = (type: number, before: string) => type === IDENTIFIER_TYPE && /<\/?$/.test(before);

const DIFF_LINES: readonly [start: RegExp, kind: Kind][] = [
  [/^(?:\+\+\+|---|diff|index) /, 'comment'],
  [/^@@ /, 'keyword'],
  [/^\+/, 'inserted'],
  [/^-/, 'deleted'],
];

function* splitDiff(code: string): Generator<[kind: Kind | undefined, text: string]> {
  for (const line of code.match(/[^\n]*\n|[^\n]+/g) ?? []) yield [DIFF_LINES.find(([start]) => start.test(line))?.[1], line];
}

function* tokenizeCode(code: string, language: Exclude<Language, 'diff'>): Generator<[kind: Kind | undefined, text: string]> {
  let punctuation = '';
  for (const [type, text] of tokenize(code, OPTIONS[language])) {
    yield [language === 'html' && isTagName(type, punctuation) ? 'keyword' : KINDS[type], text];
    punctuation = type === PUNCTUATION_TYPE ? punctuation.slice(-1) + text : '';
  }
}

/** Splits code into highlighted tokens, which add up to the code; undefined if it is too long. */
export function highlightCode(code: string, language: Language): CodeToken[] | undefined {
  if (code.length > MAX_CODE_LENGTH) return undefined;
  const tokens: CodeToken[] = [];
  for (const [kind, text] of language === 'diff' ? splitDiff(code) : tokenizeCode(code, language)) {
    const last = tokens.at(-1);
    if (last && last.kind === kind) last.text += text;
    else tokens.push(kind ? { text, kind } : { text });
  }
  const isComplete = tokens.reduce((length, { text }) => length + text.length, 0) === code.length;
  return isComplete && tokens.length <= MAX_TOKENS ? tokens : undefined;
}
