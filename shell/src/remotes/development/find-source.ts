/** A line of the sources. */
export interface SourceLine {
  /** Relative to its package: `src/features/overview/overview-page.tsx`. */
  file: string;
  line: number;
  text: string;
}

const FRAME_PATTERN = /(https?:\/\/[^\s()]+)\/([\w.-]+\.js)(?:\?[^\s():]*)?:(\d+):(\d+)/g;

/** Maximum number of stack frames to try: the throwing one is near the top; below it are React and the shell. */
const FRAMES_MAX = 8;

const isSourceLine = (value: unknown): value is SourceLine =>
  typeof value === 'object' && value !== null && 'file' in value && typeof value.file === 'string';

async function fetchSourceLine([, origin, file, line, column]: RegExpExecArray): Promise<SourceLine | undefined> {
  try {
    const response = await fetch(
      `${origin}/source-line?${new URLSearchParams({ file: file ?? '', line: line ?? '', column: column ?? '' })}`,
    );
    const found: unknown = response.ok ? await response.json() : undefined;
    return isSourceLine(found) ? found : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The line of a package's sources that threw an error, from its dev server (shared/federation/rspack/source-line.mjs); undefined
 * if no dev server built the script.
 */
export async function findSource(error: unknown): Promise<SourceLine | undefined> {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  for (const frame of [...stack.matchAll(FRAME_PATTERN)].slice(0, FRAMES_MAX)) {
    const found = await fetchSourceLine(frame);
    if (found && !found.file.includes('node_modules/')) return found;
  }
  return undefined;
}
