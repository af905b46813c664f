import { Link } from '@solvent/router';
import { Button, chakra, Flex, Panel, Text } from '@solvent/ui';
import { useEffect, useRef } from 'react';
import { ProblemCard } from '../../problem/problem-card.tsx';
import type { ListedProblem } from '../../problem/listed-problem.ts';
import { useSaveProblem } from '../../saving/save-problem.ts';

const TitleLink = chakra(Link, {
  base: { color: 'fg', fontWeight: '500', _hover: { textDecoration: 'underline' }, rounded: 'l1', focusVisibleRing: 'outside' },
});

/** In the place of what was taken back, until one comes here anew: the way back. */
function TakenBack({ problem: { _id, title } }: { problem: ListedProblem }) {
  const { mutate } = useSaveProblem(_id);
  return (
    <Panel as="article" aria-label={title} py="3" borderStyle="dashed">
      <Flex align="center" justify="space-between" gap="4">
        <Text color="fg.muted" minW="0" overflowWrap="anywhere">
          <TitleLink to={`/view-problems/${_id}`}>{title}</TitleLink> is no longer saved.
        </Text>
        <Button variant="outline" colorPalette="gray" size="sm" flexShrink="0" onClick={() => mutate(true)}>
          Undo
        </Button>
      </Flex>
    </Panel>
  );
}

/** A saved problem, or the way back to it; the button that comes takes the focus of the one that goes. */
export function SavedRow({ problem }: { problem: ListedProblem }) {
  const { savedByMe } = problem;
  const rowRef = useRef<HTMLLIElement>(null);
  const shown = useRef(savedByMe);
  useEffect(() => {
    if (shown.current !== savedByMe && document.activeElement === document.body) rowRef.current?.querySelector('button')?.focus();
    shown.current = savedByMe;
  }, [savedByMe]);
  return <li ref={rowRef}>{savedByMe ? <ProblemCard problem={problem} /> : <TakenBack problem={problem} />}</li>;
}
