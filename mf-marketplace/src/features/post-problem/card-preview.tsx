import { summarise } from '@solvent/contracts/rules';
import { useSession } from '@solvent/store';
import { Box, Button } from '@solvent/ui';
import { useId, useState } from 'react';
import type { ListedProblem } from '../../api/problems.ts';
import { ProblemCard } from '../../problem/problem-card.tsx';
import { EMPTY_PROBLEM } from './problem-draft.ts';
import type { ProblemValues } from './problem-draft.ts';

type Poster = ListedProblem['user'];

function cardOf({ title, body, category, tags, budget }: ProblemValues, user: Poster): ListedProblem {
  return {
    _id: '',
    title: title.trim() || 'Your title',
    description: body === EMPTY_PROBLEM.body ? '' : summarise(body),
    category: category || undefined,
    tags,
    bidCount: 0,
    status: 'open',
    budget: Number(budget) || 0,
    createdAt: new Date().toISOString(),
    user,
    savedByMe: false,
  };
}

/** Shows the problem's card as it will stand in the list: to look at, not to use. */
export function CardPreview({ values }: { values: ProblemValues }) {
  const [open, setOpen] = useState(false);
  const user = useSession((state) => state.userData);
  const id = useId();
  if (!user) return null;
  return (
    <Box>
      <Button
        type="button"
        variant="outline"
        colorPalette="gray"
        size="sm"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {open ? 'Hide the card' : 'Preview as card'}
      </Button>
      {open ? (
        <Box id={id} role="group" aria-label="Preview of the card" mt="3">
          <Box inert>
            <ProblemCard problem={cardOf(values, user)} />
          </Box>
        </Box>
      ) : null}
    </Box>
  );
}
