import type { ComponentProps } from 'react';
import { useBrokenImage } from '../components/use-broken-image.ts';

/** A file of this site, optionally signed (`fileLinks` of the API) and with its size. */
const OWN_FILE_URL =
  /^(\/api\/files\/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?:\?expires=\d{1,15}&signature=[\w-]{1,100})?)(?:#(\d{1,5})x(\d{1,5}))?$/i;

/** Object URLs of pictures that this page uploaded, which the server serves only once the text is saved. */
const uploadedUrls = new Map<string, string>();

/** Shows an uploaded picture from memory until the page is closed. */
export function showUploadedPicture(address: string, content: Blob): void {
  uploadedUrls.set(address, URL.createObjectURL(content));
}

interface OwnPictureAddress {
  address: string;
  width: number | undefined;
  height: number | undefined;
}

/** Parses a picture's URL; undefined for other sites, which would receive the reader's IP address (product 5.15). */
export function parseOwnPicture(src: string): OwnPictureAddress | undefined {
  const [, address, width, height] = OWN_FILE_URL.exec(src) ?? [];
  if (address === undefined) return undefined;
  return { address, width: Number(width) || undefined, height: Number(height) || undefined };
}

interface OwnPictureProps extends OwnPictureAddress {
  altText: string;
  link: ComponentProps<'a'> | undefined;
}

/** Shows a picture of this site with reserved space, or its text as a link if it fails to load. */
export function OwnPicture({ address, width, height, altText, link }: OwnPictureProps) {
  const { isBroken, imageProps } = useBrokenImage(address);
  const src = uploadedUrls.get(address) ?? address;
  const size = width && height ? { width, height } : { 'data-unsized': '' };
  const shown = isBroken ? altText : <img {...imageProps} {...size} src={src} alt={altText} loading="lazy" decoding="async" />;
  return link ? <a {...link}>{shown}</a> : shown;
}
