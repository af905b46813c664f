import { chakra } from '@solvent/ui';
import { useEffect, useState } from 'react';
import { getRootCause } from '../remote-journal.ts';
import { findSource } from './find-source.ts';
import type { SourceLine } from './find-source.ts';

const formatError = (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : String(error));

/** For the developer of a remote: the error, and the source line that threw it. */
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
