import type { User } from '@solvent/contracts';
import { Link, Navigate, NavLink, useLocation } from '@solvent/router';
import { useSession } from '@solvent/store';
import { Box, chakra, Flex, Grid, lazyComponent, Page, PageHeading, Panel, Slots, Stack, Text } from '@solvent/ui';
import { ArrowLeft, Bell, ChevronRight, Database, ShieldCheck, SlidersHorizontal, UserRound } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import type { ComponentType } from 'react';
import { ProfileSection, SectionSkeleton } from '../../person/profile-section.tsx';
import { RoleSection } from '../../switch-role/role-section.tsx';
import { DeleteAccount } from './export-and-deletion/delete-account.tsx';
import { YourData } from './export-and-deletion/your-data.tsx';
import { PasswordSection } from './password/password-section.tsx';
import { FormSkeleton, ProfileSettings } from './profile-settings.tsx';
import { Sessions } from './sessions/sessions.tsx';
import { NotificationSettings, Preferences } from './settings.tsx';
import { SignInMethods } from './sign-in-methods.tsx';

const BlockedPeople = lazyComponent(() => import(/* webpackChunkName: "blocked-people" */ './blocked-people.tsx'));

const PaymentDetails = lazyComponent(() => import(/* webpackChunkName: "payment-details" */ './payment-details.tsx'));

const BLOCKED_PEOPLE_FALLBACK = (
  <ProfileSection title="Blocked people">
    <SectionSkeleton label="Loading blocked people" minH="44px" />
  </ProfileSection>
);

const AccountSettings = ({ user }: { user: User }) => (
  <>
    <ProfileSection title="Email">
      <Text overflowWrap="anywhere">{user.email}</Text>
    </ProfileSection>
    <RoleSection user={user} />
    <PaymentDetails renderLoadError={() => null} />
    <Preferences />
    <Slots kind="settings" />
    <BlockedPeople fallback={BLOCKED_PEOPLE_FALLBACK} renderLoadError={() => null} />
  </>
);

const SecuritySettings = () => (
  <>
    <PasswordSection />
    <SignInMethods />
    <Sessions />
  </>
);

const DataSettings = () => (
  <>
    <YourData />
    <DeleteAccount />
  </>
);

interface Section {
  path: string;
  title: string;
  text: string;
  Icon: LucideIcon;
  Content: ComponentType<{ user: User }>;
}

const SETTINGS_PATH = '/profile/settings';

const getPath = (name: string) => `${SETTINGS_PATH}/${name}`;

const FIRST_PATH = getPath('profile');

const SECTIONS: readonly Section[] = [
  { path: FIRST_PATH, title: 'Profile', text: 'What others see about you', Icon: UserRound, Content: ProfileSettings },
  {
    path: getPath('account'),
    title: 'Account',
    text: 'Email, role, payment details, preferences and blocked people',
    Icon: SlidersHorizontal,
    Content: AccountSettings,
  },
  {
    path: getPath('notifications'),
    title: 'Notifications',
    text: 'Sound and push notifications',
    Icon: Bell,
    Content: NotificationSettings,
  },
  {
    path: getPath('security'),
    title: 'Security',
    text: 'Password, ways to sign in and devices',
    Icon: ShieldCheck,
    Content: SecuritySettings,
  },
  {
    path: getPath('data'),
    title: 'Data',
    text: 'Download your data or delete your account',
    Icon: Database,
    Content: DataSettings,
  },
];

const SectionLink = chakra(NavLink, {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    rounded: 'l2',
    color: 'fg.muted',
    fontWeight: '500',
    focusVisibleRing: 'outside',
    _hover: { bg: 'bg.muted' },
    '&[aria-current=page]': { bg: 'brand.subtle', color: 'brand.fg' },
  },
});

/** Beside the section from 768 px. */
const SideNavigation = () => (
  <Stack as="nav" aria-label="Settings" gap="1" hideBelow="md" position="sticky" top="88px" alignSelf="start">
    <Text fontWeight="600" px="3" py="2" aria-hidden>
      Settings
    </Text>
    {SECTIONS.map(({ path, title, Icon }) => (
      <SectionLink key={path} to={path} px="3" minH="36px">
        <Icon size={16} aria-hidden />
        {title}
      </SectionLink>
    ))}
  </Stack>
);

/** On phones, a page of its own. */
const SectionList = () => (
  <Page measure="reading">
    <PageHeading>Settings</PageHeading>
    <Panel as="nav" aria-label="Settings" p="1">
      {SECTIONS.map(({ path, title, text, Icon }) => (
        <SectionLink key={path} to={path} px="3" py="2.5" minH="60px">
          <Icon size={20} aria-hidden />
          <Box flex="1" minW="0">
            <Text color="fg">{title}</Text>
            <Text textStyle="meta" fontWeight="400">
              {text}
            </Text>
          </Box>
          <Box as={ChevronRight} boxSize="16px" color="fg.subtle" aria-hidden />
        </SectionLink>
      ))}
    </Panel>
  </Page>
);

const BackLink = () => (
  <Flex asChild hideFrom="md" align="center" gap="1.5" minH="44px" mt="-3" color="fg.muted" w="fit-content">
    <Link to={SETTINGS_PATH}>
      <ArrowLeft size={16} aria-hidden />
      Settings
    </Link>
  </Flex>
);

const WIDE_QUERY = '(min-width: 768px)';

function subscribeToWidth(onChange: () => void): () => void {
  const query = window.matchMedia(WIDE_QUERY);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

function useIsWide(): boolean {
  return useSyncExternalStore(
    subscribeToWidth,
    () => window.matchMedia(WIDE_QUERY).matches,
    () => false,
  );
}

/** /profile/settings and its sections (product 2.64). */
export function Component() {
  const { pathname } = useLocation();
  const user = useSession((state) => state.userData);
  const isWide = useIsWide();
  const section = SECTIONS.find(({ path }) => path === pathname);
  if (!section) return isWide ? <Navigate to={FIRST_PATH} replace /> : <SectionList />;
  const { title, Content } = section;
  return (
    <Page maxW="1000px">
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', md: '200px minmax(0, 1fr)' }} columnGap={{ md: '8', lg: '12' }}>
        <SideNavigation />
        <Box minW="0">
          <BackLink />
          <PageHeading>{title}</PageHeading>
          <Stack gap="4">{user ? <Content key={user._id} user={user} /> : <FormSkeleton />}</Stack>
        </Box>
      </Grid>
    </Page>
  );
}
