import { signOut } from '@solvent/http';
import { useNavigate } from '@solvent/router';
import { Button } from '@solvent/ui';
import { LogOut } from 'lucide-react';

/** Ends this session and goes home. */
export function SignOutButton() {
  const navigate = useNavigate();
  // At once: the shell must know of the navigation when the session ends.
  const leave = () => void signOut(() => void navigate('/home', { flushSync: true }));
  return (
    <Button variant="outline" colorPalette="gray" alignSelf="flex-start" onClick={leave}>
      <LogOut size={16} aria-hidden />
      Sign out
    </Button>
  );
}
