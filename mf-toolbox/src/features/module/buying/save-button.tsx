import type { Module } from '@solvent/contracts';
import { useLocation, useNavigate } from '@solvent/router';
import { keepWish, useSession } from '@solvent/store';
import { IconButton } from '@solvent/ui';
import { Bookmark } from 'lucide-react';
import { useSaveModule } from '../../../saving/save-module.ts';
import { useCarriedWish } from '../../../saving/use-carried-wish.ts';

/** Signed out, the wish is kept and leads through the sign-in and back here. */
function usePress({ id, saved }: Module) {
  const { mutate } = useSaveModule(id);
  const isLogin = useSession((state) => state.isLogin);
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  return () => {
    if (isLogin) return mutate(!saved);
    keepWish('save-module', id);
    void navigate('/signin', { state: { from: pathname + search } });
  };
}

/** Saves the module, and takes it back with the next click. */
export function SaveButton({ module }: { module: Module }) {
  useCarriedWish();
  const press = usePress(module);
  const { saved } = module;
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
