import type { Module } from '@solvent/contracts';
import { Button, Stack, Text } from '@solvent/ui';
import { Mail } from 'lucide-react';
import { AuthorLink, hasPage } from '../../../module/author-link.tsx';
import { SideCard } from './side-card.tsx';

/**
 * A mail about the module, to be addressed by its writer: a person's address is never public (api "Entities"), so the link
 * that the specification asks for has none.
 */
function mailTo({ title, slug }: Module): string {
  const address = `${window.location.origin}/toolbox/${encodeURIComponent(slug)}`;
  return `mailto:?subject=${encodeURIComponent(`About ${title}`)}&body=${encodeURIComponent(`\n\n${address}`)}`;
}

/** Who wrote it, and how to reach them (spec 2). */
export function AuthorCard({ module }: { module: Module }) {
  const { author } = module;
  return (
    <SideCard title="About the Author">
      <Stack gap="3">
        <AuthorLink person={author} diameter={36} />
        {hasPage(author) ? (
          <>
            <Button asChild variant="outline" colorPalette="gray">
              <a href={mailTo(module)}>
                <Mail size={16} aria-hidden />
                Contact Author
              </a>
            </Button>
            <Text textStyle="meta" color="fg.muted">
              Solvent gives nobody’s e-mail address away. The author’s page says where else to find them.
            </Text>
          </>
        ) : null}
      </Stack>
    </SideCard>
  );
}
