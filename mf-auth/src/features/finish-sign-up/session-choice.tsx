import { useSession } from '@solvent/store';
import { Button, LinkButton, Stack } from '@solvent/ui';
import { AuthCard } from '../../auth-card/auth-card.tsx';

interface SessionChoiceProps {
  /** The address that the link was sent to, as far as this browser knows it. */
  email: string;
  onContinue: () => void;
}

/** Somebody is signed in where the link was opened: the person decides who they are from now on. */
export function SessionChoice({ email, onContinue }: SessionChoiceProps) {
  const user = useSession((state) => state.userData);
  const newcomer = email === '' ? 'the new account' : email;
  // Signed out in another tab meanwhile: nobody is left to decide about.
  const title = user ? `You are signed in as ${user.name}` : 'Nobody is signed in any more';
  return (
    <AuthCard
      title={title}
      text={`This link finishes the sign-up of ${email === '' ? 'another account' : email}. One account can be signed in here at a time.`}
    >
      <Stack gap="3">
        <Button onClick={onContinue} h="auto" minH="10" py="2" whiteSpace="normal" overflowWrap="anywhere">
          Continue as {newcomer}
        </Button>
        <LinkButton to="/home" variant="outline" colorPalette="gray" h="auto" minH="10" py="2" whiteSpace="normal">
          {user ? `Stay signed in as ${user.name}` : 'Go to the home page'}
        </LinkButton>
      </Stack>
    </AuthCard>
  );
}
