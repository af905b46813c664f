import type { Module } from '@solvent/contracts';
import { Text } from '@solvent/ui';
import { Markdown } from '@solvent/ui/markdown';

/** What the author wrote: markdown without raw HTML, with links of harmless schemes only. */
export function Documentation({ module: { documentation } }: { module: Module }) {
  if (!documentation.trim()) return <Text color="fg.muted">There is no documentation for this module.</Text>;
  return <Markdown text={documentation} headingsFrom={3} />;
}
