import type { Role, User } from '@solvent/contracts';
import { Day } from '@solvent/kit';
import { Badge, Box, Flex, Text, TextLink, Wrap } from '@solvent/ui';
import { Globe, MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import { GitHubMark } from '../social/provider-marks.tsx';
import { shownAddress, webAddress } from './web-address.ts';

/** A person's areas of expertise. */
export function Areas({ areas }: { areas: readonly string[] }) {
  return (
    <Wrap gap="2" as="ul" listStyleType="none">
      {areas.map((area) => (
        <Badge as="li" key={area} size="md" maxW="100%" whiteSpace="normal" overflowWrap="anywhere">
          {area}
        </Badge>
      ))}
    </Wrap>
  );
}

/** "Member since November 2026". */
export function MemberSince({ time }: { time: string }) {
  return (
    <Text color="fg.muted">
      Member since <Day time={time} format="month" />
    </Text>
  );
}

const ROLE_WORDS: Record<Role, string> = { seeker: 'Seeker', solver: 'Solver' };

/** What the person is here for. */
export function RoleBadge({ role }: { role: Role }) {
  return <Badge colorPalette="brand">{ROLE_WORDS[role]}</Badge>;
}

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
