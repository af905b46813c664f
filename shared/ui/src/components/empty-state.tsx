import { Box, Stack } from '@chakra-ui/react';
import type { ComponentType, ReactNode } from 'react';
import { Text } from '../texts.tsx';

interface EmptyStateProps {
  icon: ComponentType<{ size?: number | string }>;
  title: ReactNode;
  text?: ReactNode;
  detail?: ReactNode;
  action?: ReactNode;
  tone?: 'neutral' | 'error';
  as?: 'h1' | 'h2' | 'p';
}

export function EmptyState({ icon: Icon, title, text, detail, action, tone = 'neutral', as = 'p' }: EmptyStateProps) {
  const isError = tone === 'error';
  return (
    <Stack align="center" textAlign="center" gap="4" py="16" px="4" role={isError ? 'alert' : undefined}>
      <Box color={isError ? 'fg.error' : 'fg.subtle'} bg="bg.muted" rounded="full" p="3.5" aria-hidden>
        <Icon size={24} />
      </Box>
      <Stack gap="1" maxW="420px">
        <Text
          as={as}
          textStyle="cardTitle"
          color={isError ? 'fg.error' : 'fg'}
          tabIndex={as === 'h1' ? -1 : undefined}
          outline="0"
        >
          {title}
        </Text>
        {text ? (
          <Text color="fg.muted" textWrap="balance">
            {text}
          </Text>
        ) : null}
        {detail}
      </Stack>
      {action}
    </Stack>
  );
}
