import { Button } from '@solvent/ui';
import { FailureCard } from '../failure-card.tsx';
import type { FailureCardProps } from '../failure-card.tsx';
import { loadAddress } from '../load-address.ts';
import type { AppliedOverride } from './stored-overrides.ts';
import { clearOverrides, isOriginOverride } from './stored-overrides.ts';

interface OverrideFailureProps extends FailureCardProps {
  /** What this tab runs in place of the remote that is live. */
  override: AppliedOverride;
}

/** An override has no fallback, so the text says what to do about it. @param threw whether its code was loaded and threw */
function describeFailure(override: AppliedOverride, threw: boolean): string {
  const { remote, target, missing } = override;
  const reason = threw ? 'it threw while it rendered.' : `it fails${isOriginOverride(override) ? ': is its server up?' : '.'}`;
  return `${missing ?? `This tab runs ${remote} from ${target}, and ${reason}`} Nothing stands in for it.`;
}

/** What stands in place of a page of an override that failed. */
export function Component({ override, onRetry, ...card }: OverrideFailureProps) {
  // What an origin serves may be another build by now, with files of other names: the page is composed anew.
  const retry = isOriginOverride(override) ? () => loadAddress(location.href) : onRetry;
  const reset = (
    <Button variant="ghost" onClick={() => loadAddress(clearOverrides(location.href))}>
      Reset
    </Button>
  );
  return (
    <FailureCard {...card} onRetry={retry} text={describeFailure(override, card.reference !== undefined)} extraAction={reset} />
  );
}
