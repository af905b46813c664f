import { useRef, useState } from 'react';
import type { DragEvent } from 'react';
import { filesOf } from './draft.ts';
import type { Draft } from './draft.ts';

const holdsFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files');

/** Takes files that are dropped on an area. `isOver`: they are held over it. */
export function useFileDrop(add: Draft['add']) {
  const [isOver, setIsOver] = useState(false);
  // Each element in the area is entered and left by itself.
  const depth = useRef(0);

  function step(change: number): void {
    depth.current = Math.max(depth.current + change, 0);
    setIsOver(depth.current > 0);
  }
  return {
    isOver,
    area: {
      onDragEnter: (event: DragEvent) => (holdsFiles(event) ? step(1) : undefined),
      onDragLeave: (event: DragEvent) => (holdsFiles(event) ? step(-1) : undefined),
      onDragOver: (event: DragEvent) => {
        // Without it, the browser would open the file in place of the page.
        if (holdsFiles(event)) event.preventDefault();
      },
      onDrop: (event: DragEvent) => {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        step(-depth.current);
        const { files, folders } = filesOf(event.dataTransfer);
        add(
          files,
          folders.map((name) => `${name} is a folder: add its files one by one, or as an archive`),
        );
      },
    },
  };
}
