import type { SlotName } from '@solvent/federation';
import { LoadError } from '@solvent/kit';
import { Box, Panel, Reference, SlotsContext } from '@solvent/ui';
import type { PropsWithChildren } from 'react';
import { RemoteSlot } from './remote-slot.tsx';
import { useRemotes } from './remotes-context.ts';

type SectionName = Extract<SlotName, `${string}-settings`>;

const isSection = (name: string): name is SectionName => name.endsWith('-settings');

function Sections() {
  const { channel } = useRemotes();
  const names = channel.remotes.flatMap(({ slots }) => slots).filter(isSection);
  return names.map((name) => (
    <Box key={name} data-slot={name}>
      <RemoteSlot
        name={name}
        props={{}}
        renderFailure={(retry, reference) => (
          <Panel>
            <LoadError
              size="inline"
              title={
                <>
                  These settings could not be loaded. <Reference of={reference} />
                </>
              }
              onRetry={retry}
            />
          </Panel>
        )}
      />
    </Box>
  ));
}

const renderSlots = () => <Sections />;

export const SlotsProvider = ({ children }: PropsWithChildren) => <SlotsContext value={renderSlots}>{children}</SlotsContext>;
