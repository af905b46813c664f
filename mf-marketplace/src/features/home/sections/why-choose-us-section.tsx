import { Box, Heading, Panel, SimpleGrid, Text } from '@solvent/ui';
import { BadgeCheck, MessagesSquare, Trophy } from 'lucide-react';
import { Section } from './section.tsx';

const REASONS = [
  {
    icon: BadgeCheck,
    title: 'Expert Developer Solutions',
    text: 'Solvers name their areas of expertise and pass a brief verification. You see their reviews before you accept a bid.',
  },
  {
    icon: MessagesSquare,
    title: 'Collaborative Discussion',
    text: 'Every problem has its discussion, every pair of people their messages: code, files and questions stay in one place.',
  },
  {
    icon: Trophy,
    title: 'Reward Good Solutions',
    text: 'You set the budget and reward the solution that works. Good work is rated, and the rating stays with its solver.',
  },
];

export function Component() {
  return (
    <Section title="Why Choose Us">
      <SimpleGrid columns={{ base: 1, md: 3 }} gap="4">
        {REASONS.map(({ icon: Icon, title, text }) => (
          <Panel key={title} as="article" p={{ base: '5', md: '6' }}>
            <Box color="brand.fg" aria-hidden>
              <Icon size={22} />
            </Box>
            <Heading as="h3" textStyle="cardTitle" mt={{ base: '4', md: '10' }}>
              {title}
            </Heading>
            <Text color="fg.muted" mt="1.5">
              {text}
            </Text>
          </Panel>
        ))}
      </SimpleGrid>
    </Section>
  );
}
