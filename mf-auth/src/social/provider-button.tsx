import type { SocialType } from '@solvent/contracts';
import { Button } from '@solvent/ui';
import type { ComponentProps } from 'react';
import { preloadIdentity } from '../identity/identity.ts';
import { getProvider } from './providers.ts';
import type { useProviderPopup } from './use-provider-popup.ts';

interface ProviderButtonProps extends ComponentProps<typeof Button> {
  provider: SocialType;
  busy: ReturnType<typeof useProviderPopup>['busy'];
  label: string;
  submittingLabel: string;
}

export function ProviderButton({ provider, busy, label, submittingLabel, ...rest }: ProviderButtonProps) {
  const { name, Mark } = getProvider(provider);
  return (
    <Button
      loading={busy?.type === provider}
      loadingText={busy?.step === 'submitting' ? submittingLabel : `Waiting for ${name}…`}
      disabled={busy !== null}
      // A popup must open in the click handler, so the SDK is preloaded before the click.
      onPointerEnter={preloadIdentity}
      onFocus={preloadIdentity}
      {...rest}
    >
      <Mark />
      {label}
    </Button>
  );
}
