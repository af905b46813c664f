import type { ModuleStatus, OwnModule, ReviewFinding, ReviewStage } from '@solvent/contracts';
import { http, useMutation, useQueryClient } from '@solvent/http';
import { Day, formatCount, formatMoney, TakenDownNotice } from '@solvent/kit';
import {
  Badge,
  Box,
  Button,
  Code,
  confirm,
  Flex,
  lazyComponent,
  LinkButton,
  Panel,
  Stack,
  Text,
  toast,
  useDialogState,
} from '@solvent/ui';
import { CircleCheck, CircleX, EyeOff, Hourglass, Pencil, ShieldAlert, Upload } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useRef } from 'react';
import { modulePath, invalidateModules } from '../../api/modules.ts';
import { useStatusChange } from '../../api/own-modules.ts';
import { ModuleTitle } from '../../module/module-library.tsx';
import { SecretNotice } from '../../module/secret-notice.tsx';
import { getSecretReview } from '../../module/secret-review.ts';
import { ModulePrice, Rating } from '../../module/module-facts.tsx';

interface BadgeStyle {
  label: string;
  icon: LucideIcon;
  colorPalette: 'green' | 'brand' | 'red' | 'gray';
}

const STATUS_BADGES: Record<ModuleStatus, BadgeStyle> = {
  'in-review': { label: 'In review', icon: Hourglass, colorPalette: 'brand' },
  published: { label: 'Published', icon: CircleCheck, colorPalette: 'green' },
  rejected: { label: 'Not published', icon: CircleX, colorPalette: 'red' },
  unpublished: { label: 'Unpublished', icon: EyeOff, colorPalette: 'gray' },
};

const ON_HOLD_BADGE: BadgeStyle = { label: 'On hold', icon: ShieldAlert, colorPalette: 'red' };

function StatusBadge({ module: { status, review } }: { module: OwnModule }) {
  const {
    label,
    icon: Icon,
    colorPalette,
  } = status === 'in-review' && getSecretReview(review) ? ON_HOLD_BADGE : STATUS_BADGES[status];
  return (
    <Badge variant="subtle" colorPalette={colorPalette}>
      <Icon size={12} aria-hidden />
      {label}
    </Badge>
  );
}

const STAGE_TEXTS: Record<ReviewStage, string> = {
  archive: 'The archive is being checked.',
  secrets: 'This version is on hold.',
  team: 'Our team is reviewing it. Module review takes 3-5 business days.',
  done: 'The checks are done.',
};

/** Whether the latest upload, a new module or a new version, awaits a decision. */
const isReviewPending = ({ status, review: { stage, reason } }: OwnModule): boolean =>
  status === 'in-review' || (stage !== 'done' && reason === null);

/** Names the version unless the module itself is in review. */
const getStageText = ({ status, review: { version, stage } }: OwnModule): string =>
  status === 'in-review' ? STAGE_TEXTS[stage] : `Version ${version} is in review. ${STAGE_TEXTS[stage]}`;

const Finding = ({ finding: { path, line, text } }: { finding: ReviewFinding }) => (
  <Box as="li" overflowWrap="anywhere">
    <Code size="sm" whiteSpace="normal">
      {line === null ? path : `${path}:${line}`}
    </Code>{' '}
    {text}
  </Box>
);

function ReviewReport({ module }: { module: OwnModule }) {
  const { status, review } = module;
  const { reason, findings } = review;
  const isPending = isReviewPending(module);
  if (!isPending && !reason && findings.length === 0) return null;
  return (
    <Stack gap="3" bg="bg.muted" rounded="l2" p="3">
      {getSecretReview(review) ? (
        <SecretNotice module={module} review={review} />
      ) : isPending ? (
        <Text role="status">{getStageText(module)}</Text>
      ) : null}
      {reason ? (
        <Text color={status === 'rejected' ? 'fg.error' : undefined} overflowWrap="anywhere">
          {reason}
        </Text>
      ) : null}
      {findings.length > 0 ? (
        <Box>
          <Text fontWeight="600" mb="1.5">
            Needs your attention
          </Text>
          <Stack as="ul" aria-label="Findings" gap="1.5" listStyleType="none">
            {findings.map((finding) => (
              <Finding key={`${finding.path}:${finding.line}:${finding.text}`} finding={finding} />
            ))}
          </Stack>
        </Box>
      ) : null}
    </Stack>
  );
}

function useDeletion({ id }: OwnModule) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => http.delete(modulePath(id)),
    onSuccess: () => toast.success('The module was deleted'),
    onError: (error) => toast.failure(error, 'The module could not be deleted. Please try again.'),
    onSettled: () => invalidateModules(queryClient),
  });
}

function DeleteButton({ module }: { module: OwnModule }) {
  const { mutateAsync } = useDeletion(module);
  const isOnHold = module.status === 'in-review' && getSecretReview(module.review);
  if (module.status !== 'unpublished' && module.status !== 'rejected' && !isOnHold) return null;
  const confirmAction = () =>
    confirm({
      title: 'Delete this module?',
      text: `“${module.title}”, its versions and its reviews will be permanently deleted. Buyers keep access.`,
      action: 'Delete',
      busyAction: 'Deleting',
      destructive: true,
      run: () => mutateAsync().catch(() => undefined),
      // The button is removed with its row.
      finalFocusEl: () => document.querySelector('h1'),
    });
  return (
    <Button
      size="sm"
      variant="ghost"
      colorPalette="red"
      aria-label={`Delete ${module.title}`}
      onClick={() => void confirmAction()}
    >
      Delete
    </Button>
  );
}

const BUTTON_STYLES = { size: 'sm', variant: 'outline', colorPalette: 'gray' } as const;

function UnpublishButton({ module }: { module: OwnModule }) {
  const { mutateAsync } = useStatusChange(module);
  const buttonRef = useRef<HTMLButtonElement>(null);
  const confirmAction = () =>
    confirm({
      title: 'Unpublish this module?',
      text: `“${module.title}” will be hidden from the catalogue. People who have it keep access; you can republish it any time.`,
      action: 'Unpublish',
      busyAction: 'Unpublishing',
      run: () => mutateAsync('unpublished').catch(() => undefined),
      finalFocusEl: () => buttonRef.current,
    });
  return (
    <Button ref={buttonRef} {...BUTTON_STYLES} aria-label={`Unpublish ${module.title}`} onClick={() => void confirmAction()}>
      Unpublish
    </Button>
  );
}

function RepublishButton({ module }: { module: OwnModule }) {
  const { mutate, isPending } = useStatusChange(module);
  return (
    <Button
      {...BUTTON_STYLES}
      loading={isPending}
      aria-label={`Publish ${module.title} again`}
      onClick={() => mutate('published')}
    >
      Publish again
    </Button>
  );
}

function StatusAction({ module }: { module: OwnModule }) {
  if (module.status === 'published') return <UnpublishButton module={module} />;
  return module.status === 'unpublished' ? <RepublishButton module={module} /> : null;
}

const NewVersionDialog = lazyComponent(
  () => import(/* webpackChunkName: "new-version-dialog" */ '../../module/new-version/new-version-dialog.tsx'),
);

function NewVersionButton({ module }: { module: OwnModule }) {
  const { isOpen, open, close, onLoadError } = useDialogState();
  if (module.status === 'in-review' || getSecretReview(module.review)) return null;
  return (
    <>
      <Button size="sm" variant="outline" colorPalette="gray" aria-label={`New version of ${module.title}`} onClick={open}>
        <Upload size={14} aria-hidden />
        New version
      </Button>
      {isOpen ? <NewVersionDialog module={module} onClose={close} onLoadError={onLoadError} /> : null}
    </>
  );
}

function Figures({ module }: { module: OwnModule }) {
  return (
    <Flex columnGap="4" rowGap="1" wrap="wrap" color="fg.muted" fontVariantNumeric="tabular-nums">
      <span>Version {module.version}</span>
      <span>
        Updated <Day time={module.updatedAt} />
      </span>
      <span>{formatCount(module.downloads, 'download')}</span>
      <Rating rating={module.rating} ratingCount={module.ratingCount} />
      {module.priceCents > 0 || module.salesCount > 0 ? (
        <span>
          {formatCount(module.salesCount, 'sale')}, {formatMoney(module.salesCents)}
        </span>
      ) : null}
    </Flex>
  );
}

const ChangeActions = ({ module }: { module: OwnModule }) => (
  <>
    <LinkButton
      to={`/toolbox/${encodeURIComponent(module.id)}/edit`}
      size="sm"
      variant="outline"
      colorPalette="gray"
      aria-label={`Edit ${module.title}`}
    >
      <Pencil size={14} aria-hidden />
      Edit
    </LinkButton>
    <NewVersionButton module={module} />
    <StatusAction module={module} />
  </>
);

export function OwnModuleRow({ module }: { module: OwnModule }) {
  const { takenDown } = module;
  return (
    <Panel as="article" aria-label={module.title}>
      <Stack gap="3">
        <Flex justify="space-between" align="flex-start" gap="3">
          <Stack gap="1.5" minW="0" align="flex-start">
            <StatusBadge module={module} />
            <ModuleTitle module={module} />
          </Stack>
          <ModulePrice cents={module.priceCents} />
        </Flex>
        {takenDown ? <TakenDownNotice subject="This module" takenDown={takenDown} /> : null}
        <Figures module={module} />
        <ReviewReport module={module} />
        {/* Phones show the labels only, so that they fit on one line. */}
        <Flex gap="2" wrap="wrap" css={{ smDown: { '& svg': { display: 'none' } } }}>
          {takenDown ? null : <ChangeActions module={module} />}
          <DeleteButton module={module} />
        </Flex>
      </Stack>
    </Panel>
  );
}
