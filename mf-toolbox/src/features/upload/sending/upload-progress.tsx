import { ProgressBar } from '@solvent/kit';
import { Box, Flex, Span, Text } from '@solvent/ui';
import { useEffect } from 'react';
import type { RefObject } from 'react';
import { scrollToResult, SCROLL_MARGIN } from './upload-alerts.tsx';
import type { SendingState } from './use-upload.ts';

const LABEL = 'Uploading module...';

function getStatusText({ isFullySent, isStalled, hasResponse }: SendingState): string {
  if (isFullySent && !hasResponse) return 'Everything is sent. The archive is being checked.';
  return isStalled ? 'The upload has stalled. Check your connection.' : 'Keep this page open until it is done.';
}

/** Progress of an upload (product 2.37). */
export function UploadProgress({ state, ref }: { state: SendingState; ref: RefObject<HTMLDivElement | null> }) {
  const { percent } = state;
  // The dialog restores the focus without scrolling.
  useEffect(() => scrollToResult(ref.current), [ref]);
  return (
    <Box
      ref={ref}
      tabIndex={-1}
      outline="0"
      scrollMarginBottom={SCROLL_MARGIN}
      p={{ base: '4', md: '5' }}
      bg="bg.panel"
      borderWidth="1px"
      rounded="l3"
    >
      <Flex justify="space-between" gap="4" fontWeight="500">
        <Span>{LABEL}</Span>
        <Span fontVariantNumeric="tabular-nums">{percent}%</Span>
      </Flex>
      <ProgressBar label={LABEL} value={percent / 100} h="8px" mt="2" />
      <Text role="status" textStyle="meta" color="fg.muted" mt="2">
        {getStatusText(state)}
      </Text>
    </Box>
  );
}
