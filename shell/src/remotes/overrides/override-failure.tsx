import { Button } from '@solvent/ui';
import { FailureCard } from '../failure-card.tsx';
import type { FailureCardProps } from '../failure-card.tsx';
import { loadAddress } from '../load-address.ts';
import type { AppliedOverride } from './stored-overrides.ts';
import { clearOverrides, isOriginOverride } from './stored-overrides.ts';

interface OverrideFailureProps extends FailureCardProps {
  override: AppliedOverride;
}

/** @param threw whether the code loaded and then threw */
function describeFailure(override: AppliedOverride, threw: boolean): string {
  const { remote, target, missing } = override;
  const advice = isOriginOverride(override) ? ' Check that its server is running.' : '';
  const reason = threw ? 'an error occurred while it rendered.' : `it failed to load.${advice}`;
  return `${missing ?? `This tab runs ${remote} from ${target}, and ${reason}`} Overrides have no fallback.`;
}

export function Component({ override, onRetry, ...card }: OverrideFailureProps) {
  // The origin may serve another build with other file names by now: reload the whole page.
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
