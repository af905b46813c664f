import type { Module } from '@solvent/contracts';
import { useSession } from '@solvent/store';
import { Button, LinkButton, Text } from '@solvent/ui';
import { Mail, MessageSquare } from 'lucide-react';

const LOOK = { variant: 'outline', colorPalette: 'gray' } as const;

/** A mail to the author about the module: its title as the subject, its address in the text. */
function mailTo(email: string, { title, slug }: Module): string {
  const address = `${window.location.origin}/toolbox/${encodeURIComponent(slug)}`;
  const query = `subject=${encodeURIComponent(`About ${title}`)}&body=${encodeURIComponent(`\n\n${address}`)}`;
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}?${query}`;
}

/**
 * The way to a module's author (spec 2): a mail, where they chose to show their address on their modules. Addresses are
 * private otherwise, and the way is a conversation, to which the signed-out sign in.
 */
export function ContactAuthor({ module }: { module: Module }) {
  const isLogin = useSession((state) => state.isLogin);
  const { author, authorEmail } = module;
  if (authorEmail !== null) {
    return (
      <Button asChild {...LOOK}>
        <a href={mailTo(authorEmail, module)}>
          <Mail size={16} aria-hidden />
          Contact Author
        </a>
      </Button>
    );
  }
  return (
    <>
      <LinkButton {...LOOK} to={`/conversations?with=${encodeURIComponent(author._id)}`}>
        <MessageSquare size={16} aria-hidden />
        Contact Author
      </LinkButton>
      <Text textStyle="meta" color="fg.muted">
        {isLogin
          ? 'You write to the author in a conversation here.'
          : 'You sign in first, and write to the author in a conversation here.'}
      </Text>
    </>
  );
}
