import { cutText } from '@solvent/contracts';

/** Highlighted languages by info string (the word after a code fence): display name, then other info strings. */
const LANGUAGES = {
  c: ['C', 'h'],
  cpp: ['C++', 'c++', 'cc', 'hpp'],
  csharp: ['C#', 'cs', 'c#'],
  css: ['CSS', 'scss', 'less'],
  diff: ['Diff', 'patch'],
  dockerfile: ['Dockerfile', 'docker'],
  go: ['Go', 'golang'],
  graphql: ['GraphQL', 'gql'],
  html: ['HTML', 'xml', 'svg', 'vue', 'svelte'],
  java: ['Java'],
  javascript: ['JavaScript', 'js', 'jsx', 'mjs', 'cjs'],
  json: ['JSON', 'jsonc', 'json5'],
  kotlin: ['Kotlin', 'kt'],
  php: ['PHP'],
  python: ['Python', 'py'],
  ruby: ['Ruby', 'rb'],
  rust: ['Rust', 'rs'],
  shell: ['Shell', 'sh', 'bash', 'zsh', 'console'],
  sql: ['SQL', 'postgres', 'postgresql', 'mysql'],
  swift: ['Swift'],
  toml: ['TOML', 'ini'],
  typescript: ['TypeScript', 'ts', 'tsx'],
  yaml: ['YAML', 'yml'],
} as const;

export type Language = keyof typeof LANGUAGES;

const LANGUAGE_LIST = Object.entries(LANGUAGES).map(([language, [name, ...others]]) => ({
  // `Object.entries` widens the keys.
  language: language as Language,
  name,
  names: [language, ...others],
}));

/** Unknown languages are shown as written, up to this length. */
const MAX_LABEL_LENGTH = 24;

interface CodeLanguage {
  label: string;
  language: Language | undefined;
}

export function findLanguage(info: string): CodeLanguage {
  const word = /^[^\s{,]*/.exec(info.trim())?.[0] ?? '';
  const found = LANGUAGE_LIST.find(({ names }) => names.includes(word.toLowerCase()));
  return { label: found?.name ?? cutText(word, MAX_LABEL_LENGTH), language: found?.language };
}
