import type { User } from '@solvent/contracts';
import { Box, Flex, TextLink, Wrap } from '@solvent/ui';
import { Globe, MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import { GitHubMark } from '../social/provider-marks.tsx';
import { shownAddress, webAddress } from './web-address.ts';

function Entry({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <Flex as="li" gap="2" align="center" minW="0" overflowWrap="anywhere">
      <Box color="fg.subtle" flexShrink="0" aria-hidden>
        {icon}
      </Box>
      <Box minW="0">{children}</Box>
    </Flex>
  );
}

/** A link to elsewhere; what is no web address stays plain text. */
function Address({ text }: { text: string }) {
  const url = webAddress(text);
  if (!url) return text;
  return (
    <TextLink to={url.href} target="_blank" rel="noopener noreferrer nofollow">
      {shownAddress(url)}
    </TextLink>
  );
}

/** Where the person is, and where else to find them. */
export function PlaceAndLinks({ person }: { person: Pick<User, 'location' | 'website' | 'github'> }) {
  const { location, website, github } = person;
  if (!location && !website && !github) return null;
  return (
    <Wrap as="ul" columnGap="5" rowGap="2" listStyleType="none">
      {location ? <Entry icon={<MapPin size={18} />}>{location}</Entry> : null}
      {website ? (
        <Entry icon={<Globe size={18} />}>
          <Address text={website} />
        </Entry>
      ) : null}
      {github ? (
        <Entry icon={<GitHubMark />}>
          <Address text={github} />
        </Entry>
      ) : null}
    </Wrap>
  );
}
