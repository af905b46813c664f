import { Box, Button, Code, Heading, Panel, Stack, Text } from '@solvent/ui';
import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';

/** After the server has stored the message. */
export function ContactSent({ reference, onAgain }: { reference: string; onAgain: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Panel>
      <Stack gap="3" align="center" textAlign="center" py="8">
        <Box color="green.solid">
          <CircleCheck size={32} aria-hidden />
        </Box>
        <Heading as="h1" ref={heading} tabIndex={-1} outline="0" textStyle="pageTitle">
          Message sent
        </Heading>
        <Text color="fg.muted" role="status">
          Thank you. Your reference number is{' '}
          <Code size="md" fontWeight="600">
            {reference}
          </Code>
          . Please quote it if you write to us again.
        </Text>
        <Button variant="outline" mt="2" onClick={onAgain}>
          Write another message
        </Button>
      </Stack>
    </Panel>
  );
}
