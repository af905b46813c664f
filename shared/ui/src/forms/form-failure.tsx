import { Box, Flex } from '@chakra-ui/react';
import { CircleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';

/**
 * Shows above a form's button why the last submit failed (product 8.25). Not a live region: the toast with the same text is
 * announced.
 */
export function FormFailure({ text }: { text: string | undefined }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (text !== undefined) ref.current?.scrollIntoView?.({ block: 'nearest' });
  }, [text]);
  if (text === undefined) return null;
  return (
    <Flex ref={ref} gap="2" w="full" color="fg.error" textStyle="ui" data-part="form-failure">
      <Box as={CircleAlert} boxSize="16px" mt="2px" flexShrink="0" aria-hidden />
      <Box minW="0" overflowWrap="anywhere" dir="auto">
        {text}
      </Box>
    </Flex>
  );
}
