import { useLocation } from '@solvent/router';
import { useSession } from '@solvent/store';
import { Button, LinkButton, useDialog } from '@solvent/ui';
import { Flag } from 'lucide-react';
import type { DetailedProblem } from './problem-detail.ts';
import { SIDE_BUTTON } from './side-button.ts';
import { isPoster } from './viewer.ts';

const loadDialog = () =>
  import(/* webpackChunkName: "report-dialog" */ './report-dialog.tsx').then((module) => ({ Component: module.ReportDialog }));

const SHOWN = (
  <>
    <Flag size={16} aria-hidden />
    Report
  </>
);

/** Tells the product's people of a problem. Nobody reports their own; who is signed out signs in first. */
export function ReportButton({ problem }: { problem: DetailedProblem }) {
  const viewer = useSession((state) => state.userData);
  const { pathname } = useLocation();
  const { open, close, Dialog } = useDialog(loadDialog);
  if (isPoster(problem, viewer?._id)) return null;
  if (!viewer) {
    return (
      <LinkButton {...SIDE_BUTTON} to="/signin" state={{ from: pathname }}>
        {SHOWN}
      </LinkButton>
    );
  }
  return (
    <>
      <Button {...SIDE_BUTTON} onClick={open}>
        {SHOWN}
      </Button>
      {Dialog ? <Dialog problemId={problem._id} onClose={close} /> : null}
    </>
  );
}
