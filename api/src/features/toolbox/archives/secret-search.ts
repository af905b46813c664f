import type { ReviewFinding } from '@solvent/contracts';
import { findExcluded, HISTORY, isOldVersion } from './excluded-files.ts';
import { isSettingsFile, findSecrets, SETTINGS_FILE_ADVICE } from './secret-patterns.ts';

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
class FileSearch {
  readonly #isSettings: boolean;
  readonly #report: (line: number, text: string) => void;
  #line = 1;
  #pending = '';
  #reportedLine = 0;
  #readBytes = 0;
  #isText = true;
  #isUtf16 = false;

  constructor(isSettings: boolean, report: (line: number, text: string) => void) {
    this.#isSettings = isSettings;
    this.#report = report;
  }

  write(chunk: Buffer): void {
    if (this.#readBytes === 0) this.#isUtf16 = UTF16_MARK.test(chunk.toString('latin1', 0, 2));
    if (this.#readBytes < SNIFFED_BYTES && !this.#isUtf16)
      this.#isText &&= !chunk.subarray(0, SNIFFED_BYTES - this.#readBytes).includes(0);
    if (this.#isText) this.#read(chunk);
    this.#readBytes += chunk.length;
  }

  #read(chunk: Buffer): void {
    // Secrets are ASCII, so each byte is a character, and in UTF-16 every other byte is 0.
    const bytes = chunk.toString('latin1');
    const characters = this.#isUtf16 ? bytes.replaceAll('\0', '') : bytes;
    const text = this.#pending + (this.#readBytes === 0 ? characters.replace(BYTE_ORDER_MARK, '') : characters);
    const completeLines = text.slice(0, text.lastIndexOf('\n') + 1);
    this.#search(completeLines);
    this.#line += countLines(completeLines);
    this.#pending = text.slice(completeLines.length);
    if (this.#pending.length < CHUNK_LENGTH) return;
    this.#search(this.#pending);
    this.#pending = this.#pending.slice(-OVERLAP_LENGTH);
  }

  end(): void {
    if (this.#isText) this.#search(this.#pending);
  }

  #search(text: string): void {
    for (const secret of findSecrets(text, this.#isSettings)) {
      const line = this.#line + countLines(text, secret.index);
      if (line !== this.#reportedLine) this.#report(line, secret.text);
      this.#reportedLine = line;
    }
  }
}

const limitFindings = (findings: ReviewFinding[], kind: string): ReviewFinding[] =>
  findings.flatMap((finding, index) => {
    if (index < MAX_FINDINGS) return [finding];
    return index === MAX_FINDINGS
      ? [{ path: finding.path, line: null, text: `Only the first ${MAX_FINDINGS} ${kind} are listed.` }]
      : [];
  });

export class SecretSearch {
  readonly #secrets: ReviewFinding[] = [];
  readonly #excluded = new Map<string, ReviewFinding>();
  readonly #oldVersionFolders = new Set<string>();

  // Secrets first, so that other findings never hide one.
  get findings(): ReviewFinding[] {
    return [...limitFindings(this.#secrets, 'secrets'), ...limitFindings([...this.#excluded.values()], 'files to leave out')];
  }

  /** Returns a search for one file: pass the content to `write`, then call `end`. */
  startFile(path: string): Pick<FileSearch, 'write' | 'end'> {
    const isSettings = isSettingsFile(path);
    const excluded = isSettings ? { path, line: null, text: SETTINGS_FILE_ADVICE } : findExcluded(path);
    const add = (line: number, text: string) => {
      if (this.#secrets.length <= MAX_FINDINGS) this.#secrets.push({ path, line, text });
    };
    if (excluded !== undefined) {
      if (isOldVersion(path) && !this.#oldVersionFolders.has(excluded.path)) add(1, HISTORY);
      if (isOldVersion(path)) this.#oldVersionFolders.add(excluded.path);
      this.#excluded.set(excluded.path, excluded);
    }
    return new FileSearch(isSettings, add);
  }
}
