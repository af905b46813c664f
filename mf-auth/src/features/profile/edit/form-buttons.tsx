import { Button, Flex, Text } from '@solvent/ui';
import { useEffect, useRef, useState } from 'react';

interface FormButtonsProps {
  isSaving: boolean;
  /** Whether there is anything to lose. */
  isChanged: boolean;
  onCancel: () => void;
}

/** Takes the place of Save and Cancel until the person has said which. */
function DiscardQuestion({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  const keepRef = useRef<HTMLButtonElement>(null);
  useEffect(() => keepRef.current?.focus(), []);
  return (
    <Flex role="group" aria-label="Discard your changes?" gap="2" align="center" wrap="wrap">
      <Text me="2">Discard your changes?</Text>
      <Button ref={keepRef} variant="outline" colorPalette="gray" onClick={onKeep}>
        Keep editing
      </Button>
      <Button colorPalette="red" onClick={onDiscard}>
        Discard
      </Button>
    </Flex>
  );
}

/** Save and Cancel; giving up what was typed asks once. */
export function FormButtons({ isSaving, isChanged, onCancel }: FormButtonsProps) {
  const [isAsking, setAsking] = useState(false);
  if (isAsking) return <DiscardQuestion onKeep={() => setAsking(false)} onDiscard={onCancel} />;
  return (
    <Flex gap="2">
      <Button type="submit" loading={isSaving} loadingText="Saving…">
        Save
      </Button>
      <Button
        variant="outline"
        colorPalette="gray"
        disabled={isSaving}
        onClick={() => (isChanged ? setAsking(true) : onCancel())}
      >
        Cancel
      </Button>
    </Flex>
  );
}
