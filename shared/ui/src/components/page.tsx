import { Box, Flex } from '@chakra-ui/react';
import type { BoxProps } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Heading, Text } from '../texts.tsx';

const WIDTHS = { content: '1200px', reading: '720px', form: '440px' } as const;

/** A page's maximum width, gutters and vertical rhythm (product 10.4). */
export function Page({ measure = 'content', ...props }: { measure?: keyof typeof WIDTHS } & BoxProps) {
  return <Box maxW={WIDTHS[measure]} mx="auto" px={{ base: '4', md: '6', xl: '8' }} py={{ base: '6', md: '8' }} {...props} />;
}

/** The page's h1, which receives the focus after a navigation, with actions beside it. */
export function PageHeading({ children, text, actions }: { children: ReactNode; text?: ReactNode; actions?: ReactNode }) {
  return (
    <Flex justify="space-between" align="flex-start" gap="4" mb="6" wrap="wrap">
      <Box minW="0">
        <Heading as="h1" textStyle="pageTitle" tabIndex={-1} outline="0" overflowWrap="anywhere">
          {children}
        </Heading>
        {text ? (
          <Text color="fg.muted" mt="1">
            {text}
          </Text>
        ) : null}
      </Box>
      {actions ? <Flex gap="2">{actions}</Flex> : null}
    </Flex>
  );
}

export function Panel(props: BoxProps) {
  return <Box bg="bg.panel" borderWidth="1px" borderColor="border" rounded="l3" p={{ base: '4', md: '5' }} {...props} />;
}
