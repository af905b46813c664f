import { useLocation } from '@solvent/router';
import { useSession } from '@solvent/store';
import { TextLink } from '@solvent/ui';
import { entryState } from '../../account/entry-state.ts';

/** Under the card: the way back for who needs no new password after all. */
export function Remembered() {
  const { state } = useLocation();
  const isLogin = useSession((session) => session.isLogin);
  if (isLogin) return <TextLink to="/profile">Back to your profile</TextLink>;
  return (
    <>
      Remembered it?
      <TextLink to="/signin" state={entryState(state)}>
        Sign in
      </TextLink>
    </>
  );
}
