import { MODULE_TERMS } from '@solvent/contracts';
import { Box, chakra, Heading, SimpleGrid, Text } from '@solvent/ui';
import { isReviewedByTeam } from '../../module/settings.ts';

const listQuestions = (): { question: string; answer: string }[] => [
  {
    question: 'When do I get paid?',
    answer: `Payouts are made every two weeks, once you have reached $${MODULE_TERMS.payoutThresholdDollars} in sales.`,
  },
  {
    question: 'What does Solvent charge?',
    answer: `A ${MODULE_TERMS.feePercent}% platform fee on each sale. The rest is yours.`,
  },
  {
    question: 'How long does module review take?',
    answer: isReviewedByTeam()
      ? 'Module review takes 3-5 business days.'
      : 'Automatic checks take seconds, then your module is published. If our team reviews it by hand, module review takes 3-5 business days.',
  },
  {
    question: 'Which licenses can I offer?',
    answer: 'Two: Standard for a single project, and Extended for multiple projects or SaaS.',
  },
  { question: 'How long do I support a module?', answer: 'The support period is typically 6-12 months.' },
  {
    question: 'Do buyers get updates?',
    answer:
      'Lifetime updates within the purchased major version are included. Upgrades to a new major version may be discounted.',
  },
];

/** FAQ for module authors (product 1.6). */
export function AuthorFaq() {
  return (
    <chakra.section aria-labelledby="author-faq" mt="16" pt="10" borderTopWidth="1px">
      <Heading as="h2" id="author-faq" textStyle="sectionTitle">
        For module authors
      </Heading>
      <Text color="fg.muted" mt="1">
        What to know before you share your code.
      </Text>
      <SimpleGrid as="dl" columns={{ base: 1, md: 2, lg: 3 }} columnGap="8" rowGap="6" mt="6">
        {listQuestions().map(({ question, answer }) => (
          <Box key={question}>
            <chakra.dt fontWeight="600">{question}</chakra.dt>
            <chakra.dd color="fg.muted" mt="1" ms="0">
              {answer}
            </chakra.dd>
          </Box>
        ))}
      </SimpleGrid>
    </chakra.section>
  );
}
