import { requestPage } from '@solvent/store';
import { Box, Button, Flex, Grid, Heading, LinkButton, Page, Span, Text } from '@solvent/ui';
import { ArrowRight } from 'lucide-react';
import { Counters } from './counters.tsx';
import { LatestProblems } from './latest-problems.tsx';

function Message() {
  return (
    <Heading as="h1" textStyle="hero" tabIndex={-1} outline="0">
      <Span display="block">Solve Problems. </Span>
      <Span display="block">Earn Rewards. </Span>
      <Span display="block" color="brand.fg">
        Build Your Reputation.
      </Span>
    </Heading>
  );
}

function Actions() {
  return (
    <Flex gap="3" wrap="wrap">
      <LinkButton to="/problems" size="lg" w={{ base: 'full', sm: 'auto' }}>
        Browse Problems
        <ArrowRight size={18} aria-hidden />
      </LinkButton>
      <Button
        variant="outline"
        colorPalette="gray"
        size="lg"
        w={{ base: 'full', sm: 'auto' }}
        bg="bg.panel"
        onClick={() => requestPage('/post-problem')}
      >
        Post a Problem
      </Button>
    </Flex>
  );
}

export function Hero() {
  return (
    <Box borderBottomWidth="1px" bg="bg.subtle">
      <Page py={{ base: '12', md: '20', lg: '24' }}>
        <Grid
          templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 420px' }}
          gap={{ base: '12', lg: '16' }}
          alignItems="center"
        >
          <Box>
            <Message />
            <Text
              textStyle="body"
              fontSize={{ md: '18px' }}
              lineHeight={{ md: '28px' }}
              color="fg.muted"
              maxW="52ch"
              mt="6"
              mb="8"
            >
              Post the software problem that holds you up, name your budget, and let developers who have met it before bid to
              solve it.
            </Text>
            <Actions />
            <Box mt={{ base: '12', md: '14' }}>
              <Counters />
            </Box>
          </Box>
          <LatestProblems />
        </Grid>
      </Page>
    </Box>
  );
}
