// Components of first screens; add a name only when a package needs it. Overlays and forms load late, from their entry points.
export {
  Box,
  Button,
  Center,
  chakra,
  Code,
  Flex,
  Grid,
  HStack,
  IconButton,
  Image,
  InputGroup,
  Kbd,
  Separator,
  SimpleGrid,
  Skeleton,
  Spinner,
  Stack,
  VisuallyHidden,
  Wrap,
} from '@chakra-ui/react';
export type { BoxProps, ButtonProps, HTMLChakraProps, IconButtonProps, StackProps } from '@chakra-ui/react';
export { BrandMark } from './components/brand-mark.tsx';
export { confirm, ConfirmHost, preloadConfirm } from './components/confirm.tsx';
export { lazyComponent, reportLoadFailure, useDialogState } from './components/lazy-component.tsx';
export type { LazyComponent } from './components/lazy-component.tsx';
export { FINGER_TARGET, LinkButton, TextLink } from './components/link-button.tsx';
export { isComposing } from './components/is-composing.ts';
export { Input } from './components/input.tsx';
export { EmptyState } from './components/empty-state.tsx';
export { InlineSpinner, PageSpinner } from './components/page-spinner.tsx';
export { Page, PageHeading, Panel } from './components/page.tsx';
export { PersonAvatar } from './components/person-avatar.tsx';
export { Slots, SlotsContext } from './components/slots.tsx';
export { Tabs } from './components/tabs.tsx';
export { useBrokenImage } from './components/use-broken-image.ts';
export { useDelayed } from './components/use-delayed.ts';
export { DeferredHydration } from './components/deferred-hydration.tsx';
export { useLateLayout } from './components/use-late-layout.ts';
export { useHydrated } from './components/use-hydrated.ts';
export { pageTitle, setPageTitle, setTitleCount, usePageTitle } from './components/use-page-title.ts';
export { ErrorBoundary } from 'react-error-boundary';
export { Reference } from './reference.tsx';
export { toast } from './toaster/toast.ts';
export { Toaster } from './toaster/toaster.tsx';
export { Badge, Heading, Span, Text } from './texts.tsx';
export { UiProvider } from './ui-provider.tsx';

// Names that remotes published before contract 3.5 import. Remove them in the next release.
export { reportLoadFailure as tellNotLoaded } from './components/lazy-component.tsx';
export { createLucideIcon } from 'lucide-react';
