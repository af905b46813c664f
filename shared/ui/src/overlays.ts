/** Dialogs, sheets, menus and popovers. Import only from code that loads late. */
export { Menu, Popover, Portal } from '@chakra-ui/react';
export { Modal } from './overlays/modal.tsx';
export { SidePanel } from './overlays/side-panel.tsx';
export { Sheet } from './overlays/sheet.tsx';
