import type { Module } from '@solvent/contracts';
import { useLocation, useNavigate } from '@solvent/router';
import { useSession } from '@solvent/store';
import { IconButton } from '@solvent/ui';
import { Bookmark } from 'lucide-react';
import { useSaveModule } from '../../../saving/save-module.ts';

/** Saves the module, and takes it back with the next click; who is signed out signs in first. */
export function SaveButton({ module: { id, saved } }: { module: Module }) {
  const { mutate } = useSaveModule(id);
  const isLogin = useSession((state) => state.isLogin);
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const press = () => (isLogin ? mutate(!saved) : void navigate('/signin', { state: { from: pathname } }));
  return (
    <IconButton
      variant="ghost"
      colorPalette="gray"
      color={saved ? 'brand.fg' : undefined}
      aria-label="Save Module"
      aria-pressed={saved}
      title={saved ? 'Saved' : 'Save Module'}
      onClick={press}
    >
      <Bookmark size={18} fill={saved ? 'currentColor' : 'none'} aria-hidden />
    </IconButton>
  );
}
