import type { Module } from '@solvent/contracts';
import { isNotFound, useQuery } from '@solvent/http';
import { ReaderProvider, TakenDownNotice } from '@solvent/kit';
import { useParams } from '@solvent/router';
import { useSession } from '@solvent/store';
import { Box, Image, Page, Panel, Stack, Text, TextLink, useBrokenImage, usePageTitle } from '@solvent/ui';
import { preloadMarkdown } from '@solvent/ui/markdown';
import { useEffect, useState } from 'react';
import { moduleOptions } from '../../api/modules.ts';
import { ModuleLoadError, ModuleNotFound } from '../../module/module-errors.tsx';
import { SecretNotice } from '../../module/secret-notice.tsx';
import { ModulePreview } from '../../module/module-preview.tsx';
import { getSecretReview, isWithheld } from '../../module/secret-review.ts';
import { BuyCard } from './purchase/buy-card.tsx';
import { PurchaseAlert } from './purchase/purchase-alert.tsx';
import { ModuleTabs } from './details/module-tabs.tsx';
import { FilesSection } from './files/files-section.tsx';
import { ModuleColumns, ModuleSkeleton } from './module-columns.tsx';
import { ModuleHead } from './module-head.tsx';
import { Description, KeyFeatures, RelatedModules } from './module-section.tsx';
import { Reviews } from './reviews/reviews.tsx';
import { SidebarCards } from './sidebar-cards.tsx';
import { Versions } from './versions.tsx';

const STATUS_TEXTS: Record<Exclude<Module['status'], 'published'>, string> = {
  'in-review': 'This module is in review. Only you can see this page until it is published.',
  rejected: 'This module was not published. Only you see this page.',
  unpublished: 'This module is not in the catalogue. Only you and people who have it can see this page.',
};

/** Shows the author why the module is not in the catalogue, and what to do. */
function AuthorNotice({ module }: { module: Module }) {
  const { status, review, takenDown } = module;
  if (takenDown) return <TakenDownNotice subject="This module" takenDown={takenDown} />;
  const secretReview = getSecretReview(review);
  if (secretReview)
    return (
      <Panel bg="brand.subtle" borderColor="brand.border">
        <SecretNotice module={module} review={secretReview} />
      </Panel>
    );
  if (status === 'published') return null;
  return (
    <Panel role="status" bg="brand.subtle" borderColor="brand.border">
      <Text fontWeight="600">{STATUS_TEXTS[status]}</Text>
      {review?.reason ? (
        <Text mt="1" overflowWrap="anywhere">
          {review.reason}
        </Text>
      ) : null}
      <Box mt="2">
        <TextLink to="/toolbox/own">Go to your modules</TextLink>
      </Box>
    </Panel>
  );
}

/** Keeps 16:9 while the image loads, to avoid a layout shift. */
function MainPreview({ module }: { module: Module }) {
  const url = module.previewImages[0]?.url ?? module.previewImage;
  const { isBroken, imageProps } = useBrokenImage(url);
  if (!url) return null;
  return (
    <Box borderWidth="1px" rounded="l3" overflow="hidden">
      {isBroken ? (
        <Box mb="-1px">
          <ModulePreview module={{ previewImage: null }} isEager />
        </Box>
      ) : (
        <Image
          src={url}
          alt={`Preview of ${module.title}`}
          w="100%"
          aspectRatio={16 / 9}
          objectFit="cover"
          bg="bg.muted"
          {...imageProps}
        />
      )}
    </Box>
  );
}

function ModuleView({ module }: { module: Module }) {
  const viewerId = useSession((state) => state.userData?._id);
  const [justBought, setJustBought] = useState(false);
  const isAuthor = viewerId === module.author._id;
  const notice = justBought ? (
    <PurchaseAlert module={module} />
  ) : isAuthor && (module.status !== 'published' || getSecretReview(module.review)) ? (
    <AuthorNotice module={module} />
  ) : undefined;
  return (
    <ModuleColumns
      head={<ModuleHead module={module} />}
      purchase={<BuyCard module={module} isAuthor={isAuthor} onBought={() => setJustBought(true)} />}
      notice={notice}
      body={
        <Stack gap="10">
          <MainPreview module={module} />
          <Description>{module.description}</Description>
          <KeyFeatures features={module.keyFeatures} />
          <ModuleTabs module={module} />
          {isWithheld(module) ? null : <FilesSection module={module} />}
          <Versions module={module} isAuthor={isAuthor} />
          <Reviews module={module} isAuthor={isAuthor} />
        </Stack>
      }
      sidebar={<SidebarCards module={module} />}
      footer={<RelatedModules moduleId={module.id} />}
    />
  );
}

function ModuleLoader({ id }: { id: string }) {
  const query = useQuery(moduleOptions(id));
  const { data: module, error, refetch } = query;
  // Preloads the Markdown chunk while the module loads.
  useEffect(() => void preloadMarkdown(), []);
  usePageTitle(module?.title);

  if (isNotFound(error)) return <ModuleNotFound />;
  if (module)
    return (
      <ReaderProvider query={query}>
        <ModuleView module={module} />
      </ReaderProvider>
    );
  if (error) return <ModuleLoadError error={error} onRetry={() => void refetch()} />;
  return <ModuleSkeleton />;
}

/** /toolbox/{moduleId}, by id or slug (product 2.30). */
export function Component() {
  const { moduleId = '' } = useParams();
  return (
    <Page>
      <ModuleLoader key={moduleId} id={moduleId} />
    </Page>
  );
}
