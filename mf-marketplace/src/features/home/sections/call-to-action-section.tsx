import { requestPage, useSession } from '@solvent/store';
import { Box, Button, Flex, Heading, LinkButton, Page, Text } from '@solvent/ui';

export function Component() {
  const isLogin = useSession((state) => state.isLogin);
  return (
    <Box as="section" aria-labelledby="call-to-action">
      <Page pb={{ base: '12', md: '20' }} pt="0">
        <Box
          bg="brand.subtle"
          borderWidth="1px"
          borderColor="brand.emphasized"
          rounded="l3"
          px={{ base: '6', md: '12' }}
          py={{ base: '10', md: '16' }}
        >
          <Heading
            as="h2"
            id="call-to-action"
            fontSize={{ base: '28px', md: '40px' }}
            lineHeight="1.15"
            fontWeight="700"
            letterSpacing="-0.025em"
            maxW="22ch"
            textWrap="balance"
          >
            Stuck on something? Someone here has solved it.
          </Heading>
          <Text textStyle="body" color="fg.muted" mt="3" mb="8" maxW="52ch">
            Post it today: most problems get a first response in 2-4 hours.
          </Text>
          <Flex gap="3" wrap="wrap">
            <Button size="lg" w={{ base: 'full', sm: 'auto' }} onClick={() => requestPage('/post-problem')}>
              Post your problem
            </Button>
            {isLogin ? null : (
              <LinkButton
                to="/signup"
                variant="outline"
                colorPalette="gray"
                size="lg"
                w={{ base: 'full', sm: 'auto' }}
                bg="bg.panel"
              >
                Join as a solver
              </LinkButton>
            )}
          </Flex>
        </Box>
      </Page>
    </Box>
  );
}
