import { Box, chakra, Heading, Text } from '@solvent/ui';
import { Section } from './section.tsx';

const STEPS = [
  { title: 'Post the problem', text: 'Say what is wrong, add tags, and set the budget that a solution is worth to you.' },
  { title: 'Compare bids', text: 'Solvers bid with an amount and a number of days. Read who they are before you decide.' },
  { title: 'Talk it through', text: 'Ask in the discussion or in private messages until both sides know what will be done.' },
  { title: 'Solve and reward', text: 'Accept one bid, get the solution, mark the problem solved, and pay the solver directly.' },
];

export function Component() {
  return (
    <Box bg="bg.subtle" borderYWidth="1px">
      <Section title="How it works">
        <chakra.ol
          display="grid"
          gridTemplateColumns={{ base: '1fr', md: '1fr 1fr', lg: 'repeat(4, 1fr)' }}
          gap="8"
          listStyleType="none"
        >
          {STEPS.map(({ title, text }, index) => (
            <chakra.li key={title} borderTopWidth="2px" borderColor="brand.solid" pt="5">
              <Text color="brand.fg" fontWeight="600" fontVariantNumeric="tabular-nums" aria-hidden>
                {index + 1}
              </Text>
              <Heading as="h3" textStyle="cardTitle" mt="1">
                {title}
              </Heading>
              <Text color="fg.muted" mt="1">
                {text}
              </Text>
            </chakra.li>
          ))}
        </chakra.ol>
      </Section>
    </Box>
  );
}
