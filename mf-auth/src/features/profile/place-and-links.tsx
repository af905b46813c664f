import type { User } from '@solvent/contracts';
import { Box, Flex, Stack, TextLink } from '@solvent/ui';
import { Globe, MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import { GitHubMark } from '../../social/provider-marks.tsx';
import { shownAddress, webAddress } from './web-address.ts';

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <Flex gap="2" align="center" overflowWrap="anywhere">
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
    <TextLink to={url.href} target="_blank" rel="noopener noreferrer">
      {shownAddress(url)}
    </TextLink>
  );
}

/** Where the person is, and where else to find them. */
export function PlaceAndLinks({ user: { location, website, github } }: { user: User }) {
  if (!location && !website && !github) return null;
  return (
    <Stack gap="2">
      {location ? <Line icon={<MapPin size={18} />}>{location}</Line> : null}
      {website ? (
        <Line icon={<Globe size={18} />}>
          <Address text={website} />
        </Line>
      ) : null}
      {github ? (
        <Line icon={<GitHubMark />}>
          <Address text={github} />
        </Line>
      ) : null}
    </Stack>
  );
}
