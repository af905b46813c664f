import type { ReviewFinding } from '@solvent/contracts';
import { excludedBy } from './excluded-files.ts';
import { isSettingsFile, secretsIn, SETTINGS_FILE } from './secret-patterns.ts';

/** Findings of each kind that an author reads at most: secrets, and files that should be left out. */
const FINDINGS_MAX = 50;
/** A line longer than so many characters is looked at in pieces, which overlap by what the longest secret has. */
const PIECE = 32 * 1024;
const OVERLAP = 8 * 1024;
/** Whether a file is text shows in so many of its first bytes. */
const LOOKED_AT = 8 * 1024;

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

  constructor(isSettings: boolean, found: (line: number, text: string) => void) {
    this.#isSettings = isSettings;
    this.#found = found;
  }

  look(chunk: Buffer): void {
    if (this.#seen < LOOKED_AT) this.#isText &&= !chunk.subarray(0, LOOKED_AT - this.#seen).includes(0);
    this.#seen += chunk.length;
    if (!this.#isText) return;
    // Every secret is written in ASCII, so bytes are characters here.
    const text = this.#rest + chunk.toString('latin1');
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

  /** Secrets first: many other findings never hide one. */
  get findings(): ReviewFinding[] {
    return [...limited(this.#secrets, 'secrets'), ...limited([...this.#excluded.values()], 'files to leave out')];
  }

  /** Begins a file: give it the content with `look`, and say its `end`. */
  file(path: string): Pick<FileSearch, 'look' | 'end'> {
    const isSettings = isSettingsFile(path);
    const excluded = isSettings ? { path, line: null, text: SETTINGS_FILE } : excludedBy(path);
    if (excluded !== undefined) this.#excluded.set(excluded.path, excluded);
    return new FileSearch(isSettings, (line, text) => {
      if (this.#secrets.length <= FINDINGS_MAX) this.#secrets.push({ path, line, text });
    });
  }
}
