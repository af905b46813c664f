import type { Module } from '@solvent/contracts';
import { useLocation } from '@solvent/router';
import { useSession } from '@solvent/store';
import { Button, LinkButton, Stack, Text, useDialog } from '@solvent/ui';
import { PencilLine } from 'lucide-react';
import { useId } from 'react';
import { sellsModules } from '../../../module/selling.ts';

const loadReviewDialog = () => import(/* webpackChunkName: "review-dialog" */ './review-dialog.tsx');

const LOOK = { variant: 'outline', colorPalette: 'gray' } as const;

function SignedOut() {
  const { pathname, search } = useLocation();
  return (
    <LinkButton {...LOOK} to="/signin" state={{ from: pathname + search }}>
      <PencilLine size={16} aria-hidden />
      Write a Review
    </LinkButton>
  );
}

function whatItTakes({ priceCents }: Module): string {
  if (priceCents === 0) return 'Download the module to review it.';
  return sellsModules() ? 'Buy the module to review it.' : 'Only people who have the module can review it.';
}

/** Who does not have it has nothing to say of it yet: the button says what it takes. */
function NotYet({ module }: { module: Module }) {
  const id = useId();
  return (
    <Stack direction="row" align="center" columnGap="3" rowGap="1" wrap="wrap">
      <Text id={id} color="fg.muted">
        {whatItTakes(module)}
      </Text>
      <Button {...LOOK} disabled aria-describedby={id}>
        <PencilLine size={16} aria-hidden />
        Write a Review
      </Button>
    </Stack>
  );
}

/** For who has the module: one review each, which can be changed. */
export function WriteReview({ module }: { module: Module }) {
  const isLogin = useSession((state) => state.isLogin);
  const { open, close, Dialog } = useDialog(loadReviewDialog);
  if (!isLogin) return <SignedOut />;
  if (!module.owned) return <NotYet module={module} />;
  return (
    <>
      <Button {...LOOK} onClick={open}>
        <PencilLine size={16} aria-hidden />
        {module.myReview ? 'Edit Your Review' : 'Write a Review'}
      </Button>
      {Dialog ? <Dialog module={module} onClose={close} /> : null}
    </>
  );
}
