import { Box, chakra, Grid, Heading, Page, Text, TextLink } from '@solvent/ui';
import { Plus } from 'lucide-react';

const ENTRIES = [
  {
    question: 'How are solvers verified?',
    answer:
      'Solvers pass a brief verification when they join: before the first bid, each has proven an email address and named areas of expertise. Profiles say that the email address was verified, and whether the person signs in with GitHub.',
  },
  {
    question: 'How quickly will I get an answer?',
    answer: 'Most problems get a first response in 2-4 hours, simpler ones within 24 hours.',
  },
  {
    question: 'How does payment work?',
    answer: 'Payment is arranged directly between seeker and solver. Solvent only connects the two.',
  },
  {
    question: 'Can I post problems and solve them too?',
    answer: 'Yes. An account is a seeker or a solver at a time, and you can switch its role whenever you like.',
  },
  {
    question: 'How do I talk to a solver?',
    answer:
      'In the discussion of the problem, or in a conversation of your own. Notifications tell you about each new bid and message.',
  },
];

function Entry({ question, answer }: { question: string; answer: string }) {
  return (
    <chakra.details borderBottomWidth="1px" css={{ '&[open] > summary svg': { transform: 'rotate(45deg)' } }}>
      <chakra.summary
        display="flex"
        alignItems="center"
        justifyContent="space-between"
        gap="4"
        py="4"
        minH="56px"
        cursor="pointer"
        textStyle="cardTitle"
        listStyleType="none"
        rounded="l2"
        focusVisibleRing="outside"
        css={{ '&::-webkit-details-marker': { display: 'none' }, '& svg': { transition: 'transform 150ms', flexShrink: 0 } }}
      >
        {question}
        <Plus size={18} aria-hidden />
      </chakra.summary>
      <Text textStyle="body" color="fg.muted" pb="5" maxW="64ch">
        {answer}
      </Text>
    </chakra.details>
  );
}

export function Component() {
  return (
    <Box as="section" aria-labelledby="faq" borderTopWidth="1px">
      <Page py={{ base: '12', md: '20' }}>
        <Grid templateColumns={{ base: 'minmax(0, 1fr)', lg: '320px minmax(0, 1fr)' }} gap={{ base: '6', lg: '16' }}>
          <Box>
            <Heading
              as="h2"
              id="faq"
              fontSize={{ base: '24px', md: '32px' }}
              lineHeight="1.25"
              fontWeight="700"
              letterSpacing="-0.02em"
            >
              Frequently Asked Questions
            </Heading>
            <Text textStyle="body" color="fg.muted" mt="2">
              Something else? <TextLink to="/contact">Write to us</TextLink>.
            </Text>
          </Box>
          <Box borderTopWidth="1px">
            {ENTRIES.map((entry) => (
              <Entry key={entry.question} {...entry} />
            ))}
          </Box>
        </Grid>
      </Page>
    </Box>
  );
}
