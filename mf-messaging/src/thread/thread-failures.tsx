import { ApiError, getErrorText } from '@solvent/http';
import { LoadError } from '@solvent/kit';
import { EmptyState, LinkButton } from '@solvent/ui';
import { MessageCircleOff } from 'lucide-react';

const allConversationsLink = (
  <LinkButton to="/conversations" variant="outline" colorPalette="gray">
    All conversations
  </LinkButton>
);

/** A refused request is not worth a retry. */
const isRefusal = (error: Error): error is ApiError => error instanceof ApiError && error.status >= 400 && error.status < 500;

interface FailureProps {
  error: Error;
  onRetry: () => void;
}

const NotLoaded = ({ error, onRetry }: FailureProps) => (
  <LoadError size="page" title="The conversation could not be loaded" error={error} onRetry={onRetry} />
);

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

/** Shows the server's message. */
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

export const Component = ({ isOpening, ...props }: FailureProps & { isOpening: boolean }) =>
  isOpening ? <OpeningFailure {...props} /> : <ConversationFailure {...props} />;
