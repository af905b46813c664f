import { signOut } from '@solvent/http';
import { useNavigate } from '@solvent/router';
import { Button } from '@solvent/ui';
import { LogOut } from 'lucide-react';
import { useState } from 'react';

/** Ends this session and goes home. */
export function SignOutButton() {
  const navigate = useNavigate();
  const [leaving, setLeaving] = useState(false);
  const leave = () => {
    setLeaving(true);
    void signOut(() => navigate('/home', { flushSync: true }));
  };
  return (
    <Button variant="outline" colorPalette="gray" alignSelf="flex-start" disabled={leaving} onClick={leave}>
      <LogOut size={16} aria-hidden />
      Sign out
    </Button>
  );
}
