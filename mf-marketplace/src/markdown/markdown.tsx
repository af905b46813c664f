import { Box, Button, Text, useDeferredComponent, useDelayed } from '@solvent/ui';
import { TextSkeleton } from './text-skeleton.tsx';

/** Loads what reads markdown: a chunk of its own. */
export const loadMarkdown = () => import(/* webpackChunkName: "markdown" */ './markdown-view.tsx');

/** The text as it was written, which can be read too. */
function Unformatted({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <Box>
      <Text textStyle="body" maxW="68ch" whiteSpace="pre-wrap" overflowWrap="anywhere">
        {text}
      </Text>
      <Button variant="outline" colorPalette="gray" size="sm" mt="4" onClick={onRetry}>
        Show with formatting
      </Button>
    </Box>
  );
}

/** Somebody's markdown, made harmless. */
export function Markdown({ text }: { text: string }) {
  const { Component, failed, retry } = useDeferredComponent(loadMarkdown, true);
  const isLate = useDelayed(!Component && !failed);
  if (Component) return <Component text={text} />;
  if (failed) return <Unformatted text={text} onRetry={retry} />;
  return (
    <Box role="status" aria-label="Loading" minH="104px">
      {isLate ? <TextSkeleton /> : null}
    </Box>
  );
}
