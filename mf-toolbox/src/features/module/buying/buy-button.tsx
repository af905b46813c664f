import type { Module } from '@solvent/contracts';
import { useLocation } from '@solvent/router';
import { useSession } from '@solvent/store';
import { Button, LinkButton, useDialog } from '@solvent/ui';
import { ShoppingCart } from 'lucide-react';

const loadBuyDialog = () => import(/* webpackChunkName: "buy-dialog" */ './buy-dialog.tsx');

const SHOWN = (
  <>
    <ShoppingCart size={16} aria-hidden />
    Buy Now
  </>
);

/** Leads to the choice of a licence; who is signed out signs in first. */
export function BuyButton({ module, onBought }: { module: Module; onBought: () => void }) {
  const isLogin = useSession((state) => state.isLogin);
  const { pathname, search } = useLocation();
  const { open, close, Dialog } = useDialog(loadBuyDialog);
  if (!isLogin) {
    return (
      <LinkButton to="/signin" state={{ from: pathname + search }} w="100%">
        {SHOWN}
      </LinkButton>
    );
  }
  return (
    <>
      <Button w="100%" onClick={open}>
        {SHOWN}
      </Button>
      {Dialog ? <Dialog module={module} onBought={onBought} onClose={close} /> : null}
    </>
  );
}
