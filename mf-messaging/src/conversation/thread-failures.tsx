import { LoadError } from '@solvent/kit';
import { EmptyState, LinkButton } from '@solvent/ui';
import { MessageCircleOff } from 'lucide-react';

const toTheList = (
  <LinkButton to="/conversations" variant="outline" colorPalette="gray">
    All conversations
  </LinkButton>
);

/** Nobody has this conversation, or not this person. */
export function UnknownConversation() {
  return (
    <EmptyState
      as="h1"
      icon={MessageCircleOff}
      title="This conversation does not exist"
      text="It may belong to another account, or the link is incomplete."
      action={toTheList}
    />
  );
}

/** The conversation did not come. */
export const FailedConversation = ({ onRetry }: { onRetry: () => void }) => (
  <LoadError size="page" title="The conversation could not be loaded" onRetry={onRetry} />
);

/** It may not be opened, in the server's words. */
export function RefusedConversation({ text }: { text: string }) {
  return (
    <EmptyState
      as="h1"
      icon={MessageCircleOff}
      tone="error"
      title="The conversation could not be opened"
      text={text}
      action={toTheList}
    />
  );
}
