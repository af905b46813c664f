import { Button } from '@solvent/ui';
import { FailureCard } from '../failure-card.tsx';
import type { FailureCardProps } from '../failure-card.tsx';
import { loadAddress } from '../load-address.ts';
import type { AppliedOverride } from './kept-overrides.ts';
import { addressWithout } from './kept-overrides.ts';

interface OverrideFailureProps extends FailureCardProps {
  /** What this tab runs in place of the remote that is live. */
  override: AppliedOverride;
}

const isOrigin = ({ target }: AppliedOverride) => target.startsWith('http');

/** Nothing stands in for an override: whoever put it in is told what to do about it. */
function adviceOf(override: AppliedOverride): string {
  const { remote, target, missing } = override;
  const fault =
    missing ?? `This tab runs ${remote} from ${target}, and it fails${isOrigin(override) ? ': is its server up?' : '.'}`;
  return `${fault} Nothing stands in for it.`;
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
  return <FailureCard {...card} onRetry={retry} text={adviceOf(override)} more={reset} />;
}
