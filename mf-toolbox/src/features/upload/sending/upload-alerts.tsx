import { MODULE_UPLOAD } from '@solvent/contracts';
import type { Module, VersionReview } from '@solvent/contracts';
import { useQueryClient } from '@solvent/http';
import { useNavigate } from '@solvent/router';
import { Box, Button, Flex, Text, TextLink, toast } from '@solvent/ui';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { moduleKey } from '../../../api/modules.ts';
import { getSecretReview, describeSecret } from '../../../module/secret-review.ts';

/** Space for the form's buttons and a phone's tab bar. */
export const SCROLL_MARGIN = { base: '180px', md: '80px' };

/** Returns nothing: newer browsers return a promise, which is not a valid effect cleanup. */
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

/** Takes the focus, which the removed progress bar had. */
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

const IN_REVIEW = 'Our team reviews it within 3-5 business days. We will notify you of the decision. Follow it under';

const UNWANTED_FILES = 'Your archive has files that should be left out. See them under My Modules.';

function getFindingsNote(review: VersionReview | null): string | undefined {
  const secretReview = getSecretReview(review);
  if (secretReview) return `${describeSecret(secretReview)} Your module is on hold until you review it under My Modules.`;
  return review && review.findings.length > 0 ? UNWANTED_FILES : undefined;
}

/** Shows the success, then navigates to the Toolbox (product 4.21). */
export function UploadSuccess({ module }: { module: Module }) {
  const { id, status, review } = module;
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const note = getFindingsNote(review);
  const isInReview = status === 'in-review' && !getSecretReview(review);
  const redirect = useEffectEvent(() => {
    queryClient.setQueryData(moduleKey(id), module);
    void navigate('/toolbox', { state: { uploaded: id } });
    // Repeats the notes as toasts, since the page closes after two seconds.
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
  /** Undefined where a retry cannot succeed. */
  onRetry: (() => void) | undefined;
}

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
