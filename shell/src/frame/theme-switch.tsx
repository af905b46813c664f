import { toggleTheme, useTheme } from '@solvent/store';
import { IconButton } from '@solvent/ui';
import { Moon, Sun } from 'lucide-react';

/** Switches between light and dark, and says to which. */
export function ThemeSwitch() {
  const isDark = useTheme() === 'dark';
  return (
    <IconButton
      variant="ghost"
      colorPalette="gray"
      aria-label={isDark ? 'Switch to light theme' : 'Switch to dark theme'}
      onClick={toggleTheme}
    >
      {isDark ? <Sun size={18} /> : <Moon size={18} />}
    </IconButton>
  );
}
