import { Button, LinkButton, Notice } from '@solvent/ui';
import { CloudAlert, MessageCircleOff } from 'lucide-react';

const toTheList = (
  <LinkButton to="/conversations" variant="outline" colorPalette="gray">
    All conversations
  </LinkButton>
);

/** Nobody has this conversation, or not this person. */
export function UnknownConversation() {
  return (
    <Notice
      as="h1"
      icon={MessageCircleOff}
      title="This conversation does not exist"
      text="It may belong to another account, or the link is incomplete."
      action={toTheList}
    />
  );
}

/** The conversation could not be had. */
export function FailedConversation({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice
      as="h1"
      icon={CloudAlert}
      tone="error"
      title="The conversation could not be loaded"
      text="Check your connection, then try again."
      action={
        <Button variant="outline" colorPalette="gray" onClick={onRetry}>
          Try again
        </Button>
      }
    />
  );
}

/** It may not be opened, in the server's words. */
export function RefusedConversation({ text }: { text: string }) {
  return (
    <Notice
      as="h1"
      icon={MessageCircleOff}
      tone="error"
      title="The conversation could not be opened"
      text={text}
      action={toTheList}
    />
  );
}
