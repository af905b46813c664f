import type { Agreement, Delivery as DeliveryOf, PersonSummary } from '@solvent/contracts';
import { RelativeTime } from '@solvent/kit';
import { Box, Flex, Heading, Panel, Stack, Text, TextLink } from '@solvent/ui';
import { Markdown } from '@solvent/ui/markdown';
import { GitPullRequest, Link } from 'lucide-react';
import { FileTiles } from '../attachments/file-tiles.tsx';
import { ProblemSection } from '../problem/problem-section.tsx';
import { getSide } from './agreement-steps.ts';
import { Dispute } from './dispute.tsx';
import { nameLink } from './link-names.ts';
import { Summary } from './proposed-change.tsx';

/** @param links undefined in responses of the previous release, which has no `earlierDeliveries`, either */
const Links = ({ links }: { links: readonly string[] | undefined }) => (
  <Stack as="ul" aria-label="Delivered links" gap="1" listStyleType="none" mt="4" _empty={{ display: 'none' }}>
    {links?.map((address) => {
      const { name, isPullRequest } = nameLink(address);
      const Icon = isPullRequest ? GitPullRequest : Link;
      return (
        <Flex as="li" key={address} align="center" gap="2" minW="0">
          <Box color="fg.subtle" flexShrink="0" aria-hidden>
            <Icon size={16} />
          </Box>
          <TextLink to={address} target="_blank" rel="noopener noreferrer nofollow" minW="0" overflowWrap="anywhere">
            {name}
          </TextLink>
        </Flex>
      );
    })}
  </Stack>
);

interface DeliveredProps {
  delivery: DeliveryOf;
  agreement: Pick<Agreement, 'seeker' | 'solver'>;
  viewerId: string;
}

function Delivered({ delivery, agreement: { seeker, solver }, viewerId }: DeliveredProps) {
  const { note, links, files, at, changesRequested } = delivery;
  const nameOrYou = ({ _id, name }: PersonSummary) => (_id === viewerId ? 'You' : <bdi>{name}</bdi>);
  return (
    <>
      <Text color="fg.muted" mb="3" overflowWrap="anywhere">
        {nameOrYou(solver)} delivered · <RelativeTime time={at} color="fg.subtle" />
      </Text>
      <Markdown text={note} headingsFrom={4} />
      <Links links={links} />
      <Box mt="4" _empty={{ display: 'none' }}>
        <FileTiles files={files} label="Delivered files" />
      </Box>
      {changesRequested ? (
        <Box mt="4" bg="bg.muted" rounded="l2" p="4">
          <Heading as="h3" textStyle="cardTitle" mb="1" overflowWrap="anywhere">
            {nameOrYou(seeker)} asked for changes · <RelativeTime time={changesRequested.at} color="fg.subtle" fontWeight="400" />
          </Heading>
          <Markdown text={changesRequested.text} headingsFrom={4} />
        </Box>
      ) : null}
    </>
  );
}

function Delivery({ agreement, viewerId }: { agreement: Agreement; viewerId: string }) {
  const { delivery, earlierDeliveries }: Partial<Agreement> = agreement;
  if (!delivery) return null;
  return (
    <ProblemSection title="Delivery">
      <Panel>
        <Delivered delivery={delivery} agreement={agreement} viewerId={viewerId} />
      </Panel>
      {earlierDeliveries?.length ? (
        <Box asChild mt="4">
          <details>
            <Summary>Earlier deliveries ({earlierDeliveries.length})</Summary>
            <Stack as="ul" gap="3" mt="2" listStyleType="none">
              {earlierDeliveries.toReversed().map((earlier) => (
                <Panel as="li" key={earlier.at}>
                  <Delivered delivery={earlier} agreement={agreement} viewerId={viewerId} />
                </Panel>
              ))}
            </Stack>
          </details>
        </Box>
      ) : null}
    </ProblemSection>
  );
}

interface AgreementSectionsProps {
  agreement: Agreement;
  viewerId: string;
  onEditView: () => void;
}

export function Component({ agreement, viewerId, onEditView }: AgreementSectionsProps) {
  const side = getSide(agreement, viewerId);
  if (!side) return null;
  return (
    <>
      <Delivery agreement={agreement} viewerId={viewerId} />
      <Dispute agreement={agreement} side={side} onEditView={onEditView} />
    </>
  );
}
