import type { Module } from '@solvent/contracts';

/** A free module is anybody's; a paid one is for who bought it, and its author. The server decides again. */
export const mayDownload = ({ priceCents, owned }: Module, isAuthor: boolean): boolean => priceCents === 0 || owned || isAuthor;
