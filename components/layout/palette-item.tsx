import type { LucideIcon } from 'lucide-react';

/** One line of the command palette. */
export interface PaletteItem {
  /** Stands for it alone. */
  id: string;
  label: string;
  keywords?: string[];
  hint?: string;
  Icon: LucideIcon;
  run: () => void;
}
