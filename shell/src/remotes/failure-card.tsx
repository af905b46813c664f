import { CONNECTION_TEXTS, useConnection } from '@solvent/http';
import { Button, EmptyState, Flex, Reference } from '@solvent/ui';
import { CloudAlert } from 'lucide-react';
import type { ReactNode } from 'react';

export interface FailureCardProps {
  /** Subject of the message: "This page". */
  subject: string;
  busy: boolean;
  onRetry: () => void;
  /** Error reference for the user to quote (product 8.23). */
  reference?: string | undefined;
  text?: string;
  source?: ReactNode;
  extraAction?: ReactNode;
}

function useDefaultText(subject: string, reference: string | undefined): string {
  const connection = useConnection();
  // The connection is not the cause if the code threw.
  if (reference) return 'The rest of Solvent works. Try again.';
  if (connection !== 'on') return `${CONNECTION_TEXTS[connection]} ${subject} will load when the connection is back.`;
  return 'The rest of Solvent works. Check your connection and try again.';
}

export function FailureCard({ subject, busy, onRetry, reference, text, source, extraAction }: FailureCardProps) {
  const defaultText = useDefaultText(subject, reference);
  return (
    <EmptyState
      icon={CloudAlert}
      tone="error"
      as="h1"
      title={`${subject} could not be loaded`}
      text={text ?? defaultText}
      detail={
        <>
          <Reference of={reference} />
          {source}
        </>
      }
      action={
        <Flex gap="2" wrap="wrap" justify="center">
          <Button variant="outline" loading={busy} loadingText="Trying again…" onClick={onRetry}>
            Try again
          </Button>
          {extraAction}
        </Flex>
      }
    />
  );
}
