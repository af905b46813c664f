import { LinkButton, EmptyState } from '@solvent/ui';
import { Compass } from 'lucide-react';

/** Every path that nobody owns (product 2.1 and 2.40). */
export function NotFoundPage() {
  return (
    <EmptyState
      as="h1"
      icon={Compass}
      title="Page not found"
      text="The page you're looking for doesn't exist or has moved."
      action={<LinkButton to="/home">Back to home</LinkButton>}
    />
  );
}
