import type { Module } from '@solvent/contracts';
import { Button, lazyComponent, Text, toast } from '@solvent/ui';
import { FolderTree } from 'lucide-react';
import { useId, useState } from 'react';
import { ModuleSection } from '../module-section.tsx';

const FileList = lazyComponent(() => import(/* webpackChunkName: "module-files" */ './file-list.tsx'));

/** Files of the archive, fetched on request. */
export function FilesSection({ module }: { module: Module }) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    toast.error('The files could not be shown. Please try again.');
  };
  const button = (
    <Button
      variant="outline"
      colorPalette="gray"
      aria-expanded={isOpen}
      aria-controls={isOpen ? id : undefined}
      onPointerEnter={() => void FileList.preload()}
      onClick={() => setOpen(!isOpen)}
    >
      <FolderTree size={16} aria-hidden />
      {isOpen ? 'Hide files' : 'Show files'}
    </Button>
  );
  return (
    <ModuleSection title="Files" action={button}>
      <div id={id}>
        {isOpen ? (
          <FileList moduleId={module.id} onLoadError={close} />
        ) : (
          <Text color="fg.muted">Browse the archive of version {module.version} without downloading it.</Text>
        )}
      </div>
    </ModuleSection>
  );
}
