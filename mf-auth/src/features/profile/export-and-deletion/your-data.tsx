import { failureText, useMutation } from '@solvent/http';
import { Button, Text, toast } from '@solvent/ui';
import { Download } from 'lucide-react';
import { ProfileSection } from '../../../person/profile-section.tsx';
import { downloadOwnData } from './download-own-data.ts';

/** A copy of what is stored about the person. */
export function YourData() {
  const download = useMutation({
    mutationFn: downloadOwnData,
    onError: (error) => toast.error(failureText(error, 'Failed to download your data')),
  });
  return (
    <ProfileSection title="Your data">
      <Text color="fg.muted" mb="3">
        A file with what Solvent keeps about you: your profile, and what you posted and wrote here.
      </Text>
      <Button
        variant="outline"
        colorPalette="gray"
        size="sm"
        loading={download.isPending}
        loadingText="Preparing…"
        onClick={() => download.mutate()}
      >
        <Download size={16} aria-hidden />
        Download my data
      </Button>
    </ProfileSection>
  );
}
