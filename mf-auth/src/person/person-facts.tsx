import type { Role, User } from '@solvent/contracts';
import { countryName } from '@solvent/contracts/countries';
import { Day } from '@solvent/kit';
import { Badge, Box, Flex, Span, Text, TextLink, useHydrated, Wrap } from '@solvent/ui';
import { Clock, Globe, MapPin } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { GitHubMark } from '../social/provider-marks.tsx';
import { formatUrl, parseWebUrl } from './web-url.ts';

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

export function MemberSince({ time }: { time: string }) {
  return (
    <Text color="fg.muted">
      Member since <Day time={time} format="month" />
    </Text>
  );
}

const ROLE_LABELS: Record<Role, string> = { seeker: 'Seeker', solver: 'Solver' };

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

/** Renders text that is not a web URL without a link. */
function ExternalLink({ text }: { text: string }) {
  const url = parseWebUrl(text);
  if (!url) return text;
  return (
    <TextLink to={url.href} target="_blank" rel="noopener noreferrer nofollow">
      {formatUrl(url)}
    </TextLink>
  );
}

/** Formats "Lisbon, Portugal". Omits the country when the location ends with it. */
function formatLocation({ location, country }: Pick<User, 'location' | 'country'>): string {
  const name = countryName(country);
  if (name === undefined || location.toLowerCase().endsWith(name.toLowerCase())) return location;
  return location === '' ? name : `${location}, ${name}`;
}

const MINUTE_MS = 60_000;

/** Returns undefined for a zone that this browser does not know. */
export function formatLocalTime(timeZone: string, now = new Date()): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', minute: '2-digit' }).format(now);
  } catch {
    return undefined;
  }
}

/** Updates every minute. Renders a placeholder on the server, which cannot know when the page is read. */
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

export const hasLocationOrLinks = ({ location, country, timeZone, website, github }: LocationAndLinkFields): boolean =>
  [location, country, timeZone, website, github].some(Boolean);

export function LocationAndLinks({ person }: { person: LocationAndLinkFields }) {
  const { timeZone, website, github } = person;
  if (!hasLocationOrLinks(person)) return null;
  const locationText = formatLocation(person);
  return (
    <Wrap as="ul" columnGap="5" rowGap="2" listStyleType="none">
      {locationText ? (
        <DetailRow icon={<MapPin size={18} />}>
          {/* Country names differ between servers and browsers. */}
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
