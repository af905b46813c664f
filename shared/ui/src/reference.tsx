import { ReferenceLine } from './reference-line.tsx';
import { useToastLibrary } from './toaster/load-toasts.ts';

/** {@link ReferenceLine} with a button that loads with the toasts. */
export function Reference({ of: reference }: { of: string | undefined }) {
  return <ReferenceLine of={reference} button={useToastLibrary()?.CopyReference} />;
}
