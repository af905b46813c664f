import { ApiError, failureText } from '@solvent/http';
import { toast } from '@solvent/ui';

/** Tells why a form was not taken, unless the server said so of its fields: then it stands under them. */
export function tellFailure(error: unknown, fallback: string): void {
  const isUnderFields = error instanceof ApiError && Object.keys(error.errors).length > 0;
  if (!isUnderFields) toast.error(failureText(error, fallback));
}
