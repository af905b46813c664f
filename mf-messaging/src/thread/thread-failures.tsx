import { ApiError, getErrorText } from '@solvent/http';
import { LoadError } from '@solvent/kit';
import { EmptyState, LinkButton } from '@solvent/ui';
import { MessageCircleOff } from 'lucide-react';

const allConversationsLink = (
  <LinkButton to="/conversations" variant="outline" colorPalette="gray">
    All conversations
  </LinkButton>
);

/** The server answered that it may not be: asking again is of no use. */
const isRefusal = (error: Error): error is ApiError => error instanceof ApiError && error.status >= 400 && error.status < 500;

interface FailureProps {
  error: Error;
  onRetry: () => void;
}

const NotLoaded = ({ error, onRetry }: FailureProps) => (
  <LoadError size="page" title="The conversation could not be loaded" error={error} onRetry={onRetry} />
);

/** In place of a conversation: it did not load, or nobody has it, or not this person. */
function ConversationFailure({ error, onRetry }: FailureProps) {
  if (!isRefusal(error)) return <NotLoaded error={error} onRetry={onRetry} />;
  return (
    <EmptyState
      as="h1"
      icon={MessageCircleOff}
      title="This conversation does not exist"
      text="It may belong to another account, or the link is incomplete."
      action={allConversationsLink}
    />
  );
}

/** In place of a conversation that was to be opened: it did not load, or may not be opened, in the server's words. */
function OpeningFailure({ error, onRetry }: FailureProps) {
  if (!isRefusal(error)) return <NotLoaded error={error} onRetry={onRetry} />;
  const [field] = Object.values(error.errors);
  return (
    <EmptyState
      as="h1"
      icon={MessageCircleOff}
      tone="error"
      title="The conversation could not be opened"
      text={field ?? getErrorText(error, 'Please try again.')}
      action={allConversationsLink}
    />
  );
}

/** Why there is no thread. Its code loads where there is none. */
export const Component = ({ isOpening, ...props }: FailureProps & { isOpening: boolean }) =>
  isOpening ? <OpeningFailure {...props} /> : <ConversationFailure {...props} />;
