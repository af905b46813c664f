import { BYTES_PER_MB } from './limits.ts';

/** The properties of a DOM `File` that are validated. */
interface ChosenFile {
  readonly name: string;
  readonly size: number;
  readonly type: string;
}

export interface FileRules {
  maxBytes: number;
  /** Allowed MIME types; any by default. */
  types?: readonly string[];
  /** Pattern of allowed names. Used without `types`, or if the browser does not know the file's type. */
  extensions?: RegExp;
  texts?: {
    type?: (name: string) => string;
    size?: (name: string) => string;
    empty?: (name: string) => string;
    count?: (excessNames: readonly string[]) => string;
  };
}

function hasAllowedType({ name, type }: ChosenFile, { types, extensions }: FileRules): boolean {
  return types && (type !== '' || !extensions) ? types.includes(type) : (extensions?.test(name) ?? true);
}

function findError(file: ChosenFile, rules: FileRules): string | undefined {
  const { name, size } = file;
  const { maxBytes, texts = {} } = rules;
  if (!hasAllowedType(file, rules)) return texts.type?.(name) ?? `${name} has an unsupported type`;
  if (size > maxBytes) return texts.size?.(name) ?? `${name} is larger than ${maxBytes / BYTES_PER_MB} MB`;
  return size === 0 ? (texts.empty?.(name) ?? `${name} is empty`) : undefined;
}

/**
 * Validates chosen files by type, size and number. The server checks their content.
 *
 * @param maxCount how many more files the form accepts @returns the accepted files, and messages about the others
 */
export function validateFiles<Chosen extends ChosenFile>(files: readonly Chosen[], rules: FileRules, maxCount = Infinity) {
  const errors = files.map((file) => findError(file, rules));
  const valid = files.filter((_file, index) => errors[index] === undefined);
  const capacity = Math.max(maxCount, 0);
  const excessNames = valid.slice(capacity).map(({ name }) => name);
  const tooMany =
    excessNames.length > 0 ? (rules.texts?.count?.(excessNames) ?? `You can attach up to ${capacity} files`) : undefined;
  return { accepted: valid.slice(0, capacity), errors: [...errors, tooMany].filter((text) => text !== undefined) };
}
