import { MODULE_UPLOAD } from '@solvent/contracts';
import type { Module, VersionReview } from '@solvent/contracts';
import { useNavigate } from '@solvent/router';
import { Box, Button, Flex, Text, TextLink, toast } from '@solvent/ui';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { getSecretReview, describeSecret } from '../../../module/secret-review.ts';

/** Room under what became of an upload: for the buttons that follow it, and a phone's tabs under them. */
export const SCROLL_MARGIN = { base: '180px', md: '80px' };

/** Brings it into view with the buttons under it. Gives nothing: newer browsers answer with a promise, which is no clean-up. */
export function scrollToResult(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

interface AlertBoxProps {
  icon: ComponentType<{ size?: number }>;
  color: string;
  title: string;
  children: ReactNode;
  action?: ReactNode;
}

/** Read out as it comes, and brought into view; takes the focus where the bar had it, which is gone. */
function AlertBox({ icon: Icon, color, title, children, action }: AlertBoxProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    scrollToResult(ref.current);
    if (document.activeElement === document.body) (ref.current?.querySelector('button') ?? ref.current)?.focus();
  }, []);
  return (
    <Flex
      ref={ref}
      tabIndex={-1}
      outline="0"
      scrollMarginBottom={SCROLL_MARGIN}
      gap="3"
      p="4"
      bg="bg.panel"
      borderWidth="1px"
      borderColor={color}
      rounded="l3"
      align="flex-start"
      wrap="wrap"
    >
      <Flex role="alert" gap="3" flex="1" minW="min(260px, 100%)">
        <Box color={color} mt="0.5" aria-hidden>
          <Icon size={20} />
        </Box>
        <Box minW="0">
          <Text fontWeight="600">{title}</Text>
          {children}
        </Box>
      </Flex>
      {action}
    </Flex>
  );
}

const IN_REVIEW = 'Our team reviews it within 3-5 business days. You are told when it is decided, and see where it stands under';

const UNWANTED_FILES = 'Your archive has files that should be left out. See them under My Modules.';

/** What is to be done about the findings in an archive. */
function getFindingsNote(review: VersionReview | null): string | undefined {
  const secretReview = getSecretReview(review);
  if (secretReview) return `${describeSecret(secretReview)} Your module is held back until you look at it under My Modules.`;
  return review && review.findings.length > 0 ? UNWANTED_FILES : undefined;
}

/** Says that it is done, and goes to the Toolbox (product 4.21). */
export function UploadSuccess({ module: { status, review } }: { module: Module }) {
  const navigate = useNavigate();
  const note = getFindingsNote(review);
  const isInReview = status === 'in-review' && !getSecretReview(review);
  const redirect = useEffectEvent(() => {
    void navigate('/toolbox');
    // The page is gone before all have read it.
    if (isInReview) toast.info(`${IN_REVIEW} My Modules.`);
    if (note) toast.error(note);
  });
  useEffect(() => {
    const timer = setTimeout(redirect, MODULE_UPLOAD.redirectAfter);
    return () => clearTimeout(timer);
  }, []);
  return (
    <AlertBox icon={CircleCheck} color="green.solid" title="Success">
      <Text color="fg.muted">Your module was uploaded successfully. Redirecting to Toolbox...</Text>
      {isInReview ? (
        <Text mt="1">
          {IN_REVIEW} <TextLink to="/toolbox/own">My Modules</TextLink>.
        </Text>
      ) : null}
      {note ? (
        <Text mt="1" overflowWrap="anywhere">
          {note}
        </Text>
      ) : null}
    </AlertBox>
  );
}

interface UploadFailureProps {
  text: string;
  /** Sends the same thing again, where that may help. */
  onRetry: (() => void) | undefined;
}

/** Says honestly what became of an upload. */
export function UploadFailure({ text, onRetry }: UploadFailureProps) {
  const retry = onRetry ? (
    <Button type="button" variant="outline" colorPalette="gray" ms="auto" onClick={onRetry}>
      Try again
    </Button>
  ) : null;
  return (
    <AlertBox icon={CircleAlert} color="fg.error" title="The module was not uploaded" action={retry}>
      <Text color="fg.muted" overflowWrap="anywhere">
        {text}
      </Text>
    </AlertBox>
  );
}
