import type { Role } from '@solvent/contracts';
import { requestPage } from '@solvent/store';
import { Button, Flex, Heading, LinkButton, Panel, Text } from '@solvent/ui';

const STEPS = {
  seeker: {
    title: 'Post your first problem',
    text: 'Say what happens, what should happen and what you would pay. Solvers then bid on it, and you choose.',
  },
  solver: {
    title: 'Bid on your first problem',
    text: 'Find a problem that you can solve, and say what you would take for it, and how long you need.',
  },
} as const;

/** For who has neither posted nor bid yet: what to begin with. */
export function FirstSteps({ role, hasAreas }: { role: Role; hasAreas: boolean }) {
  const { title, text } = STEPS[role];
  return (
    <Panel as="section" aria-labelledby="first-steps">
      <Heading as="h2" id="first-steps" textStyle="cardTitle">
        {title}
      </Heading>
      <Text color="fg.muted" mt="1" maxW="60ch">
        {text}
      </Text>
      <Flex gap="3" mt="4" wrap="wrap">
        {role === 'seeker' ? <Button onClick={() => requestPage('/post-problem')}>Post a problem</Button> : null}
        <LinkButton to="/problems" {...(role === 'seeker' ? { variant: 'outline', colorPalette: 'gray' } : {})}>
          Browse problems
        </LinkButton>
        {role === 'solver' && !hasAreas ? (
          <LinkButton to="/profile" variant="outline" colorPalette="gray">
            Add areas of expertise
          </LinkButton>
        ) : null}
      </Flex>
    </Panel>
  );
}
