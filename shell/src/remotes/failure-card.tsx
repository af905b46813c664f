import { Reference } from '@solvent/kit';
import { Button, Flex, EmptyState } from '@solvent/ui';
import { CloudAlert } from 'lucide-react';
import { loadAddress } from './load-address.ts';
import type { AppliedOverride } from './overrides/kept-overrides.ts';
import { addressWithout } from './overrides/kept-overrides.ts';

interface FailureCardProps {
  /** What could not be shown, such as "This page". */
  what: string;
  busy: boolean;
  onRetry: () => void;
  /** What this tab runs in place of the remote that is live, where it does. */
  override?: AppliedOverride | undefined;
  /** What a person can quote of it (product 8.22). */
  reference?: string | undefined;
}

const isOrigin = ({ target }: AppliedOverride) => target.startsWith('http');

/** Nothing stands in for an override: whoever put it in is told what to do about it. */
function adviceOf(override: AppliedOverride): string {
  const { remote, target, missing } = override;
  const fault =
    missing ?? `This tab runs ${remote} from ${target}, and it fails${isOrigin(override) ? ': is its server up?' : '.'}`;
  return `${fault} Nothing stands in for it.`;
}

const USUAL = 'The rest of Solvent works. Check your connection and try again.';

/** What stands in place of a page whose remote failed: everything around it goes on. */
export function FailureCard({ what, busy, onRetry, override, reference }: FailureCardProps) {
  // What an origin serves may be another build by now, with files of other names: the page is composed anew.
  const retry = override && isOrigin(override) ? () => loadAddress(location.href) : onRetry;
  return (
    <EmptyState
      icon={CloudAlert}
      tone="error"
      as="h1"
      title={`${what} could not be loaded`}
      text={override ? adviceOf(override) : USUAL}
      detail={<Reference of={reference} />}
      action={
        <Flex gap="2" wrap="wrap" justify="center">
          <Button variant="outline" loading={busy} loadingText="Trying again…" onClick={retry}>
            Try again
          </Button>
          {override ? (
            <Button variant="ghost" onClick={() => loadAddress(addressWithout(location.href))}>
              Reset
            </Button>
          ) : null}
        </Flex>
      }
    />
  );
}
