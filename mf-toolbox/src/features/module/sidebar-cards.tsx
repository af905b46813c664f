import { FILTER_TECHNOLOGIES, formatNumber, PURCHASE_LICENSES } from '@solvent/contracts';
import type { Module } from '@solvent/contracts';
import { Day, formatFileSize, formatMoney, hasProfile, PersonalArea, PersonLink } from '@solvent/kit';
import { Link } from '@solvent/router';
import { useSession } from '@solvent/store';
import {
  Badge,
  Box,
  Button,
  chakra,
  Code,
  Flex,
  Heading,
  lazyComponent,
  LinkButton,
  Panel,
  Stack,
  Text,
  TextLink,
  useDialogState,
  useHydrated,
} from '@solvent/ui';
import type { BoxProps } from '@solvent/ui';
import { BookOpen, CircleAlert, ExternalLink, GitBranch, Mail, MessageSquare, MessagesSquare } from 'lucide-react';
import type { ReactNode } from 'react';
import { getLicensePrice, LICENSES, LicenseTermsList, formatLicenseNames } from '../../module/licenses.tsx';
import { getTabLocation } from './details/use-detail-tab.ts';

function SidebarCard({ title, children, ...props }: BoxProps & { title: string; children: ReactNode }) {
  const id = `side-${title.toLowerCase().replaceAll(' ', '-')}`;
  return (
    <Panel as="section" aria-labelledby={id} {...props}>
      <Heading as="h2" id={id} textStyle="cardTitle" mb="3">
        {title}
      </Heading>
      {children}
    </Panel>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <Flex justify="space-between" gap="4">
    <chakra.dt color="fg.muted">{name}</chakra.dt>
    <chakra.dd ms="0" textAlign="end" minW="0" overflowWrap="anywhere">
      {children}
    </chakra.dd>
  </Flex>
);

function InformationCard({ module }: { module: Module }) {
  return (
    <SidebarCard title="Module Information">
      <Flex as="dl" direction="column" gap="2.5" fontVariantNumeric="tabular-nums">
        <Fact name="Downloads">{formatNumber(module.downloads)}</Fact>
        <Fact name="Released">
          <Day time={module.releasedAt} />
        </Fact>
        <Fact name="Version">{module.version}</Fact>
        <Fact name="License">
          {module.priceCents > 0 ? (
            <PersonalArea>
              <Box>{formatLicenseNames(module.boughtAs)}</Box>
            </PersonalArea>
          ) : (
            module.license
          )}
        </Fact>
        <Fact name="Size">{formatFileSize(module.sizeBytes)}</Fact>
        <Box>
          <chakra.dt color="fg.muted">SHA-256</chakra.dt>
          <chakra.dd ms="0" mt="1">
            <Code size="xs" colorPalette="gray" whiteSpace="normal" overflowWrap="anywhere" wordBreak="break-all" px="2" py="1">
              {module.sha256}
            </Code>
          </chakra.dd>
        </Box>
      </Flex>
    </SidebarCard>
  );
}

/** The buyer's license, or the choice of licenses. A paid module's open source license has no effect (product 3.25). */
function LicenseCard({ module }: { module: Module }) {
  const { boughtAs } = module;
  return (
    <SidebarCard title={boughtAs ? 'Your License' : 'Licenses'}>
      <Stack gap="4">
        {PURCHASE_LICENSES.filter((license) => !boughtAs || license === boughtAs).map((license) => (
          <Box key={license}>
            <Flex justify="space-between" gap="3" fontWeight="600">
              <span>{LICENSES[license].name}</span>
              {boughtAs ? null : (
                <chakra.span fontVariantNumeric="tabular-nums">{formatMoney(getLicensePrice(module, license))}</chakra.span>
              )}
            </Flex>
            <Text mb="1.5">{LICENSES[license].text}</Text>
            <LicenseTermsList license={license} />
          </Box>
        ))}
      </Stack>
    </SidebarCard>
  );
}

const OwnContact = ({ email }: { email: string | null }) => (
  <Text textStyle="meta" color="fg.muted" overflowWrap="anywhere">
    Visitors can contact you {email === null ? 'in a conversation' : `at ${email}`}.{' '}
    <TextLink to="/toolbox/own">Change this</TextLink>
  </Text>
);

function Contact({ module }: { module: Module }) {
  const isAuthor = useSession((state) => state.userData?._id) === module.author._id;
  if (isAuthor) return <OwnContact email={module.authorEmail} />;
  return hasProfile(module.author) ? <ContactAuthor module={module} /> : null;
}

const AuthorCard = ({ module }: { module: Module }) => (
  <SidebarCard title="About the Author">
    <Stack gap="3">
      <PersonLink person={module.author} avatar={36} />
      <Contact module={module} />
    </Stack>
  </SidebarCard>
);

const BUTTON_STYLES = { variant: 'outline', colorPalette: 'gray' } as const;

function buildMailtoUrl(email: string, { title, slug }: Module, origin: string): string {
  const address = `${origin}/toolbox/${encodeURIComponent(slug)}`;
  const query = `subject=${encodeURIComponent(`About ${title}`)}&body=${encodeURIComponent(`\n\n${address}`)}`;
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}?${query}`;
}

/** A conversation, besides an email if the author allows it (product 2.32). */
function ContactAuthor({ module }: { module: Module }) {
  const isLogin = useSession((state) => state.isLogin);
  const { author, authorEmail } = module;
  // The origin is unknown on the server.
  const origin = useHydrated() ? window.location.origin : '';
  return (
    <>
      {authorEmail === null ? null : (
        <Button asChild {...BUTTON_STYLES}>
          <a href={buildMailtoUrl(authorEmail, module, origin)}>
            <Mail size={16} aria-hidden />
            Contact Author
          </a>
        </Button>
      )}
      <LinkButton {...BUTTON_STYLES} to={`/conversations?with=${encodeURIComponent(author._id)}`}>
        <MessageSquare size={16} aria-hidden />
        {authorEmail === null ? 'Contact Author' : 'Send a message'}
      </LinkButton>
      {isLogin ? null : (
        <Text textStyle="meta" color="fg.muted">
          Sign in to start a conversation with the author.
        </Text>
      )}
    </>
  );
}

const Repository = ({ url }: { url: string }) => (
  <SidebarCard title="Repository">
    <Button asChild variant="outline" colorPalette="gray" w="100%">
      <a href={url} target="_blank" rel="noopener noreferrer nofollow">
        <GitBranch size={16} aria-hidden />
        View Repository
        <ExternalLink size={14} aria-hidden />
      </a>
    </Button>
  </SidebarCard>
);

const TechStack = ({ tags }: { tags: string[] }) => (
  <SidebarCard title="Tech Stack">
    <Flex as="ul" aria-label="Technologies" gap="1.5" wrap="wrap" listStyleType="none">
      {tags.map((tag) => (
        <li key={tag}>
          <Badge variant="outline" colorPalette="gray">
            {tag}
          </Badge>
        </li>
      ))}
    </Flex>
  </SidebarCard>
);

export function SidebarCards({ module }: { module: Module }) {
  return (
    <Stack gap="4">
      <InformationCard module={module} />
      {module.priceCents > 0 ? (
        <PersonalArea>
          <LicenseCard module={module} />
        </PersonalArea>
      ) : null}
      {module.repositoryUrl ? <Repository url={module.repositoryUrl} /> : null}
      <TechStack tags={module.tags} />
      <AuthorCard module={module} />
      <SupportCard module={module} />
    </Stack>
  );
}

const ReportDialog = lazyComponent(() => import(/* webpackChunkName: "module-report-dialog" */ './report-dialog.tsx'));

const LINK_STYLES = {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2.5',
    minH: '36px',
    '@media (pointer: coarse)': { minH: '44px' },
    textAlign: 'start',
    color: 'fg.muted',
    cursor: 'pointer',
    rounded: 'l1',
    _hover: { color: 'fg', textDecoration: 'underline' },
    focusVisibleRing: 'outside',
  },
} as const;

const SupportLink = chakra(Link, LINK_STYLES);
const SupportButton = chakra('button', LINK_STYLES);

/** Technologies that the filter of /problems spells differently. */
const FILTER_NAMES: Record<string, string> = { 'Node.js': 'Nodejs' };

/** The forum is the list of problems with the same technology. */
function getForumPath({ tags }: Module): string {
  const filterTags = new Set<string>(FILTER_TECHNOLOGIES);
  const tag = tags.map((name) => FILTER_NAMES[name] ?? name).find((name) => filterTags.has(name));
  return tag ? `/problems?${new URLSearchParams({ tags: tag })}` : '/problems';
}

function SupportCard({ module }: { module: Module }) {
  const { isOpen, open, close, onLoadError } = useDialogState();
  return (
    <SidebarCard title="Support" _print={{ display: 'none' }}>
      <Stack gap="0">
        <SupportLink to={getTabLocation('documentation')}>
          <BookOpen size={16} aria-hidden />
          Documentation
        </SupportLink>
        <SupportLink to={getForumPath(module)}>
          <MessagesSquare size={16} aria-hidden />
          Support Forum
        </SupportLink>
        <SupportButton type="button" onClick={open}>
          <CircleAlert size={16} aria-hidden />
          Report an Issue
        </SupportButton>
      </Stack>
      {isOpen ? <ReportDialog moduleId={module.id} onClose={close} onLoadError={onLoadError} /> : null}
    </SidebarCard>
  );
}
