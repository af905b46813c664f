import type { Role, User } from '@solvent/contracts';
import { countryName } from '@solvent/contracts/countries';
import { Day } from '@solvent/kit';
import { Badge, Box, Flex, Span, Text, TextLink, useHydrated, Wrap } from '@solvent/ui';
import { Clock, Globe, MapPin } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { GitHubMark } from '../social/provider-marks.tsx';
import { formatUrl, parseWebUrl } from './web-url.ts';

/** A person's areas of expertise. */
export function ExpertiseAreas({ areas }: { areas: readonly string[] }) {
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

const ROLE_LABELS: Record<Role, string> = { seeker: 'Seeker', solver: 'Solver' };

/** What the person is here for. */
export function RoleBadge({ role }: { role: Role }) {
  return <Badge colorPalette="brand">{ROLE_LABELS[role]}</Badge>;
}

function DetailRow({ icon, children }: { icon: ReactNode; children: ReactNode }) {
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
function ExternalLink({ text }: { text: string }) {
  const url = parseWebUrl(text);
  if (!url) return text;
  return (
    <TextLink to={url.href} target="_blank" rel="noopener noreferrer nofollow">
      {formatUrl(url)}
    </TextLink>
  );
}

/** "Lisbon, Portugal": the country once, also where the place ends with it. */
function formatLocation({ location, country }: Pick<User, 'location' | 'country'>): string {
  const name = countryName(country);
  if (name === undefined || location.toLowerCase().endsWith(name.toLowerCase())) return location;
  return location === '' ? name : `${location}, ${name}`;
}

const MINUTE_MS = 60_000;

/** What the clock says there; undefined for a zone that this browser does not know. */
export function formatLocalTime(timeZone: string, now = new Date()): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', minute: '2-digit' }).format(now);
  } catch {
    return undefined;
  }
}

/** "2:32 PM local time", which goes on. A server does not know when it will be read. */
function LocalTime({ timeZone }: { timeZone: string }) {
  const isHydrated = useHydrated();
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  const time = isHydrated ? formatLocalTime(timeZone, now) : '–:––';
  if (time === undefined) return null;
  return (
    <DetailRow icon={<Clock size={18} />}>
      <Span fontVariantNumeric="tabular-nums">{time}</Span> local time
    </DetailRow>
  );
}

export type LocationAndLinkFields = Pick<User, 'location' | 'country' | 'timeZone' | 'website' | 'github'>;

/** Whether there is anything to say of where the person is and is found. */
export const hasLocationOrLinks = ({ location, country, timeZone, website, github }: LocationAndLinkFields): boolean =>
  [location, country, timeZone, website, github].some(Boolean);

/** Where the person is, and where else to find them. */
export function LocationAndLinks({ person }: { person: LocationAndLinkFields }) {
  const { timeZone, website, github } = person;
  if (!hasLocationOrLinks(person)) return null;
  const locationText = formatLocation(person);
  return (
    <Wrap as="ul" columnGap="5" rowGap="2" listStyleType="none">
      {locationText ? (
        <DetailRow icon={<MapPin size={18} />}>
          {/* Servers and browsers do not all call each country the same. */}
          <Span dir="auto" suppressHydrationWarning>
            {locationText}
          </Span>
        </DetailRow>
      ) : null}
      {timeZone ? <LocalTime timeZone={timeZone} /> : null}
      {website ? (
        <DetailRow icon={<Globe size={18} />}>
          <ExternalLink text={website} />
        </DetailRow>
      ) : null}
      {github ? (
        <DetailRow icon={<GitHubMark />}>
          <ExternalLink text={github} />
        </DetailRow>
      ) : null}
    </Wrap>
  );
}
