import { useSession } from '@solvent/store';
import { LinkButton, SimpleGrid, TextLink } from '@solvent/ui';

/** Under a card about a link: the ways on without it. */
export function OtherWays() {
  const user = useSession((state) => state.userData);
  if (user) {
    return (
      <>
        You are signed in as {user.name}.<TextLink to="/home">Go to the home page</TextLink>
      </>
    );
  }
  return (
    <>
      <TextLink to="/signin">Sign in</TextLink> or <TextLink to="/signup">create an account</TextLink>
    </>
  );
}

/** In a card: what is left when no link helps is an account. */
export function AccountWays() {
  const user = useSession((state) => state.userData);
  if (user) return <LinkButton to="/home">Continue as {user.name}</LinkButton>;
  return (
    <SimpleGrid columns={{ base: 1, sm: 2 }} gap="3">
      <LinkButton to="/signin">Sign in</LinkButton>
      <LinkButton to="/signup" variant="outline" colorPalette="gray">
        Create an account
      </LinkButton>
    </SimpleGrid>
  );
}
