import { http, useMutation } from '@solvent/http';
import { saveAsFile } from '@solvent/kit';
import { Button, Text, toast } from '@solvent/ui';
import { Download } from 'lucide-react';
import { ProfileSection } from '../../../person/profile-section.tsx';

export function parseFileName(contentDisposition: unknown, fallback: string): string {
  const name = typeof contentDisposition === 'string' ? /filename="?([\w.-]+)"?/.exec(contentDisposition)?.[1] : undefined;
  return name ?? fallback;
}

/** `GET /auth/export`. A plain link could not send the bearer token. */
async function downloadUserData(): Promise<void> {
  const { data, headers } = await http.get<object>('/auth/export');
  const name = parseFileName(headers['content-disposition'], 'solvent-data.json');
  saveAsFile(new Blob([`${JSON.stringify(data, null, 2)}\n`], { type: 'application/json' }), name);
}

export function YourData() {
  const download = useMutation({
    mutationFn: downloadUserData,
    onError: (error) => toast.failure(error, 'Failed to download your data'),
  });
  return (
    <ProfileSection title="Your data">
      <Text color="fg.muted" mb="3">
        Download a copy of your data: your profile and everything you posted and wrote.
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
