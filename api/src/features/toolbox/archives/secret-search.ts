import type { ReviewFinding } from '@solvent/contracts';
import { excludedBy, HISTORY, isOldVersion } from './excluded-files.ts';
import { isSettingsFile, secretsIn, SETTINGS_FILE } from './secret-patterns.ts';

/** Findings of each kind that an author reads at most: secrets, and files that should be left out. */
const FINDINGS_MAX = 50;
/** A line longer than so many characters is looked at in pieces, which overlap by what the longest secret has. */
const PIECE = 32 * 1024;
const OVERLAP = 8 * 1024;
/** Whether a file is text shows in so many of its first bytes. */
const LOOKED_AT = 8 * 1024;

/** How a text in UTF-16 begins, and any text with a byte order mark; read byte by byte. */
const WIDE = /^(?:ÿþ|þÿ)/;
const BYTE_ORDER_MARK = /^(?:ÿþ|þÿ|ï»¿)/;

const more = (kind: string) => `There are more ${kind}: only the first ${FINDINGS_MAX} are listed.`;

function linesIn(text: string, end = text.length): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

/** Looks through one file's content as it comes; keeps no more of it than a piece of its present line. */
class FileSearch {
  readonly #isSettings: boolean;
  readonly #found: (line: number, text: string) => void;
  #line = 1;
  #rest = '';
  #said = 0;
  #seen = 0;
  #isText = true;
  #isWide = false;

  constructor(isSettings: boolean, found: (line: number, text: string) => void) {
    this.#isSettings = isSettings;
    this.#found = found;
  }

  look(chunk: Buffer): void {
    if (this.#seen === 0) this.#isWide = WIDE.test(chunk.toString('latin1', 0, 2));
    if (this.#seen < LOOKED_AT && !this.#isWide) this.#isText &&= !chunk.subarray(0, LOOKED_AT - this.#seen).includes(0);
    if (this.#isText) this.#read(chunk);
    this.#seen += chunk.length;
  }

  #read(chunk: Buffer): void {
    // Every secret is written in ASCII, so bytes are characters here, and in UTF-16 each other byte is 0.
    const bytes = chunk.toString('latin1');
    const characters = this.#isWide ? bytes.replaceAll('\0', '') : bytes;
    const text = this.#rest + (this.#seen === 0 ? characters.replace(BYTE_ORDER_MARK, '') : characters);
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    this.#search(whole);
    this.#line += linesIn(whole);
    this.#rest = text.slice(whole.length);
    if (this.#rest.length < PIECE) return;
    this.#search(this.#rest);
    this.#rest = this.#rest.slice(-OVERLAP);
  }

  end(): void {
    if (this.#isText) this.#search(this.#rest);
  }

  /** One for a line. */
  #search(text: string): void {
    for (const secret of secretsIn(text, this.#isSettings)) {
      const line = this.#line + linesIn(text, secret.index);
      if (line !== this.#said) this.#found(line, secret.text);
      this.#said = line;
    }
  }
}

const limited = (found: ReviewFinding[], kind: string): ReviewFinding[] =>
  found.flatMap((finding, index) => {
    if (index < FINDINGS_MAX) return [finding];
    return index === FINDINGS_MAX ? [{ path: finding.path, line: null, text: more(kind) }] : [];
  });

/** The findings in the files of one archive. */
export class SecretSearch {
  readonly #secrets: ReviewFinding[] = [];
  readonly #excluded = new Map<string, ReviewFinding>();
  /** Folders with old versions of files. */
  readonly #histories = new Set<string>();

  /** Secrets first: many other findings never hide one. */
  get findings(): ReviewFinding[] {
    return [...limited(this.#secrets, 'secrets'), ...limited([...this.#excluded.values()], 'files to leave out')];
  }

  /** Begins a file: give it the content with `look`, and say its `end`. */
  file(path: string): Pick<FileSearch, 'look' | 'end'> {
    const isSettings = isSettingsFile(path);
    const excluded = isSettings ? { path, line: null, text: SETTINGS_FILE } : excludedBy(path);
    const add = (line: number, text: string) => {
      if (this.#secrets.length <= FINDINGS_MAX) this.#secrets.push({ path, line, text });
    };
    if (excluded !== undefined) {
      if (isOldVersion(path) && !this.#histories.has(excluded.path)) add(1, HISTORY);
      if (isOldVersion(path)) this.#histories.add(excluded.path);
      this.#excluded.set(excluded.path, excluded);
    }
    return new FileSearch(isSettings, add);
  }
}
