import { useState } from 'react';

/** Detects that an image failed to load. @returns props for the `img` */
export function useBrokenImage(src: string | null) {
  const [broken, setBroken] = useState<string | null>(null);
  const markBroken = () => setBroken(src);
  // In server-rendered markup the image may have failed before hydration.
  const checkImage = (image: HTMLImageElement | null) => {
    if (image?.complete && image.naturalWidth === 0) markBroken();
  };
  return { isBroken: src !== null && src === broken, imageProps: { ref: checkImage, onError: markBroken } };
}
