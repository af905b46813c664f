import { Button } from '@solvent/ui';
import { FailureCard } from '../failure-card.tsx';
import type { FailureCardProps } from '../failure-card.tsx';
import { loadAddress } from '../load-address.ts';
import type { AppliedOverride } from './kept-overrides.ts';
import { addressWithout, isOrigin } from './kept-overrides.ts';

interface OverrideFailureProps extends FailureCardProps {
  /** What this tab runs in place of the remote that is live. */
  override: AppliedOverride;
}

/** An override has no fallback, so the text says what to do about it. @param threw whether its code was loaded and threw */
function adviceOf(override: AppliedOverride, threw: boolean): string {
  const { remote, target, missing } = override;
  const how = threw ? 'it threw while it rendered.' : `it fails${isOrigin(override) ? ': is its server up?' : '.'}`;
  return `${missing ?? `This tab runs ${remote} from ${target}, and ${how}`} Nothing stands in for it.`;
}

/** What stands in place of a page of an override that failed. */
export function Component({ override, onRetry, ...card }: OverrideFailureProps) {
  // What an origin serves may be another build by now, with files of other names: the page is composed anew.
  const retry = isOrigin(override) ? () => loadAddress(location.href) : onRetry;
  const reset = (
    <Button variant="ghost" onClick={() => loadAddress(addressWithout(location.href))}>
      Reset
    </Button>
  );
  return <FailureCard {...card} onRetry={retry} text={adviceOf(override, card.reference !== undefined)} more={reset} />;
}
