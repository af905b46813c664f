import type { LinkedIdentity, SignInMethods as Methods, SocialType } from '@solvent/contracts';
import { Day } from '@solvent/kit';
import { Box, Button, confirm, Flex, lazyComponent, Span, Stack, reportLoadFailure } from '@solvent/ui';
import { KeyRound } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import type { PropsWithChildren, ReactNode } from 'react';
import { useSignInMethods, useUnlinkIdentity } from '../../api/sign-in-methods.ts';
import { Loaded } from '../../person/loaded.tsx';
import { SectionSkeleton, ProfileSection } from '../../person/profile-section.tsx';
import { formatIdentityName, getProvider, PROVIDERS, getLinkedProviders } from '../../social/providers.ts';

function Method({ icon, children }: PropsWithChildren<{ icon: ReactNode }>) {
  return (
    <Flex as="li" align="center" gap="3" minH="9">
      <Box flexShrink="0">{icon}</Box>
      {children}
    </Flex>
  );
}

interface IdentityRowProps {
  identity: LinkedIdentity;
  /** False for the only way to sign in. */
  isRemovable: boolean;
  /** Receives the focus when the row is removed. */
  finalFocusEl: () => HTMLElement | null;
}

function IdentityRow({ identity, isRemovable, finalFocusEl }: IdentityRowProps) {
  const { type, account, linkedAt } = identity;
  const { name, Mark } = getProvider(type);
  const fullName = formatIdentityName(identity);
  const remove = useUnlinkIdentity(identity, fullName);
  async function confirmAndRemove() {
    const confirmed = await confirm({
      title: `Remove ${fullName}?`,
      text: 'You won’t be able to sign in with it anymore. All other devices will be signed out.',
      action: `Remove ${name}`,
      destructive: true,
      finalFocusEl,
    });
    if (confirmed) remove.mutate();
  }
  return (
    <Method icon={<Mark />}>
      <Box minW="0" flex="1">
        <Flex columnGap="2" wrap="wrap">
          {name}
          {account === null ? null : (
            <Span color="fg.muted" overflowWrap="anywhere">
              {account}
            </Span>
          )}
        </Flex>
        <Span color="fg.muted">
          Added <Day time={linkedAt} format="long" />
        </Span>
      </Box>
      {isRemovable ? (
        <Button
          variant="outline"
          colorPalette="gray"
          size="sm"
          aria-label={`Remove ${fullName}`}
          loading={remove.isPending}
          onClick={() => void confirmAndRemove()}
        >
          Remove
        </Button>
      ) : null}
    </Method>
  );
}

const AddIdentityDialog = lazyComponent(() => import(/* webpackChunkName: "add-identity-dialog" */ './add-identity-dialog.tsx'));

function MethodList({ methods }: { methods: Methods }) {
  const [adding, setAdding] = useState<SocialType | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const getList = useCallback(() => list.current, []);
  const { password, identities } = methods;
  const added = getLinkedProviders(methods);
  const missing = PROVIDERS.filter(({ type }) => !added.includes(type));
  const isRemovable = password || identities.length > 1;
  const handleLoadError = () => {
    setAdding(null);
    reportLoadFailure('The dialog');
  };
  return (
    <Stack ref={list} gap="4" tabIndex={-1} outline="0">
      <Stack as="ul" gap="3" listStyleType="none">
        {password ? <Method icon={<KeyRound size={18} aria-hidden />}>Email and password</Method> : null}
        {identities.map((identity) => (
          <IdentityRow
            key={`${identity.type} ${identity.id}`}
            identity={identity}
            isRemovable={isRemovable}
            finalFocusEl={getList}
          />
        ))}
      </Stack>
      {missing.length > 0 ? (
        <Flex gap="2" wrap="wrap">
          {missing.map(({ type, name, Mark }) => (
            <Button key={type} variant="outline" colorPalette="gray" size="sm" onClick={() => setAdding(type)}>
              <Mark />
              Add {name}
            </Button>
          ))}
        </Flex>
      ) : null}
      {adding ? (
        <AddIdentityDialog
          key={adding}
          type={adding}
          methods={methods}
          onClose={() => setAdding(null)}
          finalFocusEl={getList}
          onLoadError={handleLoadError}
        />
      ) : null}
    </Stack>
  );
}

export function SignInMethods() {
  return (
    <ProfileSection title="Ways to sign in">
      <Loaded
        query={useSignInMethods()}
        name="Your ways to sign in"
        skeleton={<SectionSkeleton label="Loading ways to sign in" minH="24px" />}
      >
        {(methods) => <MethodList methods={methods} />}
      </Loaded>
    </ProfileSection>
  );
}
