import { Button, EmptyState, Flex, Reference } from '@solvent/ui';
import { CloudAlert } from 'lucide-react';
import type { ReactNode } from 'react';

export interface FailureCardProps {
  /** Subject of the title, such as "This page". */
  what: string;
  busy: boolean;
  onRetry: () => void;
  /** Error reference for the user to quote (product 8.23). */
  reference?: string | undefined;
  text?: string;
  /** Source line of the error, in development. */
  source?: ReactNode;
  extraAction?: ReactNode;
}

/** Where code threw, the connection has nothing to do with it. */
const getDefaultText = (reference: string | undefined) =>
  `The rest of Solvent works. ${reference ? 'T' : 'Check your connection and t'}ry again.`;

/** What stands in place of a page whose remote failed: everything around it goes on. */
export const FailureCard = ({
  what,
  busy,
  onRetry,
  reference,
  text = getDefaultText(reference),
  source,
  extraAction,
}: FailureCardProps) => (
  <EmptyState
    icon={CloudAlert}
    tone="error"
    as="h1"
    title={`${what} could not be loaded`}
    text={text}
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
