import type { SocialType } from '@solvent/contracts';
import { Button } from '@solvent/ui';
import type { ComponentProps } from 'react';
import { warmUpIdentity } from '../identity/identity.ts';
import { providerOf } from './providers.ts';
import type { useProviderProof } from './use-provider-proof.ts';

interface ProviderButtonProps extends ComponentProps<typeof Button> {
  provider: SocialType;
  busy: ReturnType<typeof useProviderProof>['busy'];
  label: string;
  /** What it says while it acts with the proof. */
  actingLabel: string;
}

/** Opens a provider's popup. */
export function ProviderButton({ provider, busy, label, actingLabel, ...rest }: ProviderButtonProps) {
  const { name, Mark } = providerOf(provider);
  return (
    <Button
      loading={busy?.type === provider}
      loadingText={busy?.step === 'acting' ? actingLabel : `Waiting for ${name}…`}
      disabled={busy !== null}
      // The popup must open within the click: the code behind it is fetched when a click is near.
      onPointerEnter={warmUpIdentity}
      onFocus={warmUpIdentity}
      {...rest}
    >
      <Mark />
      {label}
    </Button>
  );
}
