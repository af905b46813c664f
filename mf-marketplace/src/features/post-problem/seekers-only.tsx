import { requestPostProblem } from '@solvent/store';
import { Button, Notice } from '@solvent/ui';
import { PenLine } from 'lucide-react';

/** Posting a problem requires a seeker account; the shell offers the switch (spec 5). */
export function SeekersOnly() {
  return (
    <Notice
      as="h1"
      icon={PenLine}
      title="Posting a problem requires a seeker account"
      text="You can switch yours now, and go on here."
      action={<Button onClick={requestPostProblem}>Switch to a seeker account</Button>}
    />
  );
}
