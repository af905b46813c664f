import type { ReviewFinding } from '@solvent/contracts';

const DEPENDENCIES = 'Users of the module install its dependencies. Leave this folder out.';
const HISTORY = 'Old versions of your files may contain secrets that you removed. Leave this folder out.';
const OTHER = 'This does not belong in a module. Leave it out, as “npm pack” does.';

/** Folders that `npm pack` always leaves out, and the one that macOS adds to archives. */
const FOLDERS = new Map([
  ['node_modules', DEPENDENCIES],
  ['.git', HISTORY],
  ['.svn', HISTORY],
  ['.hg', HISTORY],
  ['CVS', HISTORY],
  ['__MACOSX', OTHER],
]);

// Windows and macOS ignore case: `.GIT` is a repository there.
const getReason = (name: string) => FOLDERS.get(name.startsWith('.') ? name.toLowerCase() : name);

/** Matches compressed old versions of files in a repository, in which secrets cannot be searched. */
const REPOSITORY_HISTORY_PATH = new RegExp(
  [
    String.raw`(?:^|/)(?:[^/]*\.git/(?:.*/)?objects|\.svn/(?:.*/)?(?:pristine|text-base)|\.hg/store)/.*[^/]$`,
    // A bare repository may have any name, but its objects do not.
    String.raw`(?:^|/)objects/(?:pack/pack-[\da-f]{40,64}\.pack|[\da-f]{2}/[\da-f]{38,62})$`,
  ].join('|'),
  'is',
);

/** Files that `npm pack` always leaves out, except lock files, which builds from source need. */
const FILES = /^(?:\.npmrc|\.DS_Store|\._.*|\..*\.swp|.*\.orig|npm-debug\.log|\.lock-wscript|\.wafpickle-.*|config\.gypi)$/s;

/** @returns a finding about the file, or about the outermost folder to leave out (product 4.17) */
export function findExcluded(path: string): ReviewFinding | undefined {
  const names = path.split('/');
  let index = names.findIndex((name) => getReason(name) !== undefined);
  let text = getReason(names[index] ?? '');
  if (text === undefined && REPOSITORY_HISTORY_PATH.test(path)) {
    index = Math.max(0, names.findLastIndex((name) => name.toLowerCase() === 'objects') - 1);
    text = HISTORY;
  }
  if (text !== undefined) {
    const folder = names.slice(0, index + 1).join('/');
    return { path: index + 1 < names.length ? `${folder}/` : folder, line: null, text };
  }
  return FILES.test(names.at(-1) ?? '') ? { path, line: null, text: OTHER } : undefined;
}

const EXAMPLE = /example|placeholder|your[-_]|xxxx|changeme|<[a-z_-]+>/i;
/** Placeholder values of a `.env` file. Must match the whole value: a password may contain such a word. */
const EXAMPLE_VALUE = /^(?:your[-_].*|<.*>|x{4,}|(?:example|placeholder|change-?me)(?:[-_][a-z]+)*)$/i;

// Patterns must not backtrack: their input is untrusted and large.
const PATTERNS: readonly { pattern: RegExp; label: string }[] = [
  { pattern: /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g, label: 'a private key' },
  { pattern: /(?<![A-Z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Z0-9])/g, label: 'an access key of AWS' },
  {
    pattern: /aws_?secret_?(?:access_?)?key["']?[ \t]{0,9}[:=][ \t]{0,9}["']?[a-z0-9/+]{40}(?![a-z0-9/+])/gi,
    label: 'a secret access key of AWS',
  },
  { pattern: /(?<!\w)(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_\w{50})/g, label: 'a token of GitHub' },
  { pattern: /(?<![\w-])glpat-[\w-]{20}/g, label: 'a token of GitLab' },
  { pattern: /(?<!\w)npm_[A-Za-z0-9]{36}/g, label: 'a token of npm' },
  { pattern: /(?<![\w-])xox[abeoprs]-[\w-]{20}/g, label: 'a token of Slack' },
  { pattern: /(?<!\w)[rs]k_live_[A-Za-z0-9]{16}/g, label: 'a live key of Stripe' },
  { pattern: /(?<![\w-])AIza[\w-]{35}(?![\w-])/g, label: 'a key of Google' },
  { pattern: /(?<![\w-])sk-(?:proj-|ant-)?[\w-]{40}/g, label: 'a key of an AI service' },
  { pattern: /(?<![\w-])SG\.[\w-]{22}\.[\w-]{43}/g, label: 'a key of SendGrid' },
  { pattern: /(?<![\w-])eyJ[\w-]{10,2000}\.eyJ[\w-]{10,4000}\.[\w-]{20}/g, label: 'a signed token (JWT)' },
  // Credentials in npm and Yarn configuration; `$` begins a reference to a variable.
  {
    pattern: /(?:^|:)_(?:authToken|auth|password)=["']?[\w+/=.:-]{8}|\bnpmAuth(?:Token|Ident):[ \t]{0,9}["']?[\w+/=.:-]{8}/gm,
    label: 'a token of npm',
  },
  {
    pattern:
      /(?:https?|postgres(?:ql)?|mysql|mongodb(?:\+srv)?|rediss?|amqps?):\/\/[^\s:/@"']{0,80}:(?!(?:pass|password|pwd)@)[^\s/@"'${<]{3,200}@(?!localhost|127\.|(?:[\w-]{1,63}\.){0,5}example\.)/gi,
    label: 'an address with a password',
  },
];

const SETTING =
  /^[ \t]{0,9}(?:export[ \t]{1,9})?([\w.-]{0,60}(?:SECRET|TOKEN|PASSWORD|PASSWD|PASS|PRIVATE|CREDENTIALS?|API_?KEY|ACCESS_?KEY|_KEY|DSN)[\w.-]{0,60})[ \t]{0,9}(?:=|:(?=[ \t]))(.{4,250})/gim;
const QUOTED = /^(["'`])((?:\\.|(?!\1).)*)/;
const MIN_VALUE_LENGTH = 4;

// Only a `#` after a space begins a comment.
const readValue = (text: string): string => QUOTED.exec(text.trim())?.[2] ?? text.replace(/[ \t]#.*/, '').trim();

const describeSecret = (label: string) =>
  `This looks like ${label}. Remove it and create a new one: anyone with the file can use it.`;

/** @param isSettings whether the text is of a `.env` file, whose values are secrets by their names */
function findSecrets(text: string, isSettings: boolean): { index: number; text: string }[] {
  const secrets = PATTERNS.flatMap(({ pattern, label }) =>
    Array.from(text.matchAll(pattern))
      .filter(([match]) => !EXAMPLE.test(match))
      .map(({ index }) => ({ index, text: describeSecret(label) })),
  );
  for (const { index, 1: name = '', 2: written = '' } of isSettings ? text.matchAll(SETTING) : []) {
    const value = readValue(written);
    if (value.length >= MIN_VALUE_LENGTH && !EXAMPLE_VALUE.test(value))
      secrets.push({ index, text: describeSecret(`the value of ${name}`) });
  }
  return secrets.toSorted((one, other) => one.index - other.index);
}

const SETTINGS_FILE = /^\.env(?:rc)?(?:[._~-]|$)|\.env$/;
const EXAMPLE_FILE = /(?:^|[._-])(?:example|sample|template|dist|defaults?)(?:\.env)?$/;

function isSettingsFile(path: string): boolean {
  const name = path.split('/').at(-1)?.toLowerCase() ?? '';
  return SETTINGS_FILE.test(name) && !EXAMPLE_FILE.test(name);
}

const SETTINGS_FILE_ADVICE = 'This file contains local settings. Leave it out, and add a “.env.example” without values instead.';

/** Per kind: secrets, and files to leave out. */
const MAX_FINDINGS = 50;
// Longer lines are searched in chunks (characters), which overlap by the longest secret.
const CHUNK_LENGTH = 32 * 1024;
const OVERLAP_LENGTH = 8 * 1024;
/** Leading bytes that are checked for NUL to detect binary files. */
const SNIFFED_BYTES = 8 * 1024;

// Byte order marks, decoded as latin1.
const UTF16_MARK = /^(?:ÿþ|þÿ)/;
const BYTE_ORDER_MARK = /^(?:ÿþ|þÿ|ï»¿)/;

function countLines(text: string, end = text.length): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

/** Searches content in chunks, and buffers at most one chunk of a line. */
function createFileSearch(isSettings: boolean, report: (line: number, text: string) => void) {
  let [line, reportedLine, readBytes] = [1, 0, 0];
  let [isText, isUtf16] = [true, false];
  let pending = '';

  const search = (text: string) => {
    for (const secret of findSecrets(text, isSettings)) {
      const found = line + countLines(text, secret.index);
      if (found !== reportedLine) report(found, secret.text);
      reportedLine = found;
    }
  };
  const read = (chunk: Buffer) => {
    // Secrets are ASCII, so each byte is a character, and in UTF-16 every other byte is 0.
    const bytes = chunk.toString('latin1');
    const characters = isUtf16 ? bytes.replaceAll('\0', '') : bytes;
    const text = pending + (readBytes === 0 ? characters.replace(BYTE_ORDER_MARK, '') : characters);
    const completeLines = text.slice(0, text.lastIndexOf('\n') + 1);
    search(completeLines);
    line += countLines(completeLines);
    pending = text.slice(completeLines.length);
    if (pending.length < CHUNK_LENGTH) return;
    search(pending);
    pending = pending.slice(-OVERLAP_LENGTH);
  };
  return {
    write(chunk: Buffer): void {
      if (readBytes === 0) isUtf16 = UTF16_MARK.test(chunk.toString('latin1', 0, 2));
      if (!isUtf16 && readBytes < SNIFFED_BYTES) isText &&= !chunk.subarray(0, SNIFFED_BYTES - readBytes).includes(0);
      if (isText) read(chunk);
      readBytes += chunk.length;
    },
    end(): void {
      if (isText) search(pending);
    },
  };
}

function limitFindings(findings: ReviewFinding[], kind: string): ReviewFinding[] {
  const next = findings[MAX_FINDINGS];
  const note = next && { path: next.path, line: null, text: `Only the first ${MAX_FINDINGS} ${kind} are listed.` };
  return [...findings.slice(0, MAX_FINDINGS), ...(note ? [note] : [])];
}

export function createSecretSearch() {
  const secrets: ReviewFinding[] = [];
  const excluded = new Map<string, ReviewFinding>();
  const oldVersionFolders = new Set<string>();
  return {
    /** Secrets first, so that other findings never hide one. */
    getFindings: () => [...limitFindings(secrets, 'secrets'), ...limitFindings([...excluded.values()], 'files to leave out')],
    /** Returns a search for one file: pass the content to `write`, then call `end`. */
    startFile(path: string) {
      const isSettings = isSettingsFile(path);
      const finding = isSettings ? { path, line: null, text: SETTINGS_FILE_ADVICE } : findExcluded(path);
      const add = (line: number, text: string) => {
        if (secrets.length <= MAX_FINDINGS) secrets.push({ path, line, text });
      };
      if (finding !== undefined) {
        excluded.set(finding.path, finding);
        if (REPOSITORY_HISTORY_PATH.test(path) && !oldVersionFolders.has(finding.path)) {
          oldVersionFolders.add(finding.path);
          add(1, HISTORY);
        }
      }
      return createFileSearch(isSettings, add);
    },
  };
}
