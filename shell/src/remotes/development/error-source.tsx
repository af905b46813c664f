import { chakra } from '@solvent/ui';
import { useEffect, useState } from 'react';
import { getRootCause } from '../remote-journal.ts';

interface SourceLine {
  /** Relative to its package. */
  file: string;
  line: number;
  text: string;
}

const FRAME_PATTERN = /(https?:\/\/[^\s()]+)\/([\w.-]+\.js)(?:\?[^\s():]*)?:(\d+):(\d+)/g;

/** The frame that threw is near the top; below it are React and the shell. */
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

/** Returns the source line that threw, from its dev server (shared/federation/rspack/source-line.mjs), if one built the script. */
async function findSource(error: unknown): Promise<SourceLine | undefined> {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  for (const frame of [...stack.matchAll(FRAME_PATTERN)].slice(0, FRAMES_MAX)) {
    const found = await fetchSourceLine(frame);
    if (found && !found.file.includes('node_modules/')) return found;
  }
  return undefined;
}

const formatError = (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : String(error));

export function Component({ error }: { error: unknown }) {
  const cause = getRootCause(error);
  const [source, setSource] = useState<SourceLine>();
  useEffect(() => {
    let isCurrent = true;
    void findSource(cause).then((found) => isCurrent && setSource(found));
    return () => void (isCurrent = false);
  }, [cause]);
  return (
    <chakra.pre
      textAlign="start"
      fontSize="sm"
      p="3"
      rounded="l2"
      bg="bg.muted"
      maxW="full"
      overflowX="auto"
      whiteSpace="pre-wrap"
    >
      {formatError(cause)}
      {source ? `\n\n${source.file}:${source.line}\n  ${source.text}` : null}
    </chakra.pre>
  );
}
