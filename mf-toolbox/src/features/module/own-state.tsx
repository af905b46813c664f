import type { Module } from '@solvent/contracts';
import { Box, Panel, Text, TextLink } from '@solvent/ui';

const WORDS: Record<Exclude<Module['status'], 'published'>, string> = {
  'in-review': 'This module is in review. Only you see this page until it is published.',
  rejected: 'This module was not published. Only you see this page.',
  unpublished: 'This module is not in the catalogue now. Only you, and those who have it, see this page.',
};

/** For the author of a module that is not in the catalogue: why, and where to go on. */
export function OwnState({ module: { status, review } }: { module: Module }) {
  if (status === 'published') return null;
  return (
    <Panel role="status" bg="brand.subtle" borderColor="brand.border">
      <Text fontWeight="600">{WORDS[status]}</Text>
      {review?.reason ? (
        <Text mt="1" overflowWrap="anywhere">
          {review.reason}
        </Text>
      ) : null}
      <Box mt="2">
        <TextLink to="/toolbox/own">Go to your modules</TextLink>
      </Box>
    </Panel>
  );
}
