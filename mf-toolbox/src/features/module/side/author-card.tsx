import type { Module } from '@solvent/contracts';
import { useSession } from '@solvent/store';
import { Stack, Text, TextLink } from '@solvent/ui';
import { AuthorLink, hasPage } from '../../../module/author-link.tsx';
import { ContactAuthor } from './contact-author.tsx';
import { SideCard } from './side-card.tsx';

/** For the author: how others reach them from here. */
const OwnContact = ({ email }: { email: string | null }) => (
  <Text textStyle="meta" color="fg.muted" overflowWrap="anywhere">
    People who look at this page write to you {email === null ? 'in a conversation' : `at ${email}`}.{' '}
    <TextLink to="/toolbox/own">Change that</TextLink>
  </Text>
);

function Contact({ module }: { module: Module }) {
  const isAuthor = useSession((state) => state.userData?._id) === module.author._id;
  if (isAuthor) return <OwnContact email={module.authorEmail} />;
  return hasPage(module.author) ? <ContactAuthor module={module} /> : null;
}

/** Who wrote it, and how to reach them (spec 2). */
export const AuthorCard = ({ module }: { module: Module }) => (
  <SideCard title="About the Author">
    <Stack gap="3">
      <AuthorLink person={module.author} diameter={36} />
      <Contact module={module} />
    </Stack>
  </SideCard>
);
