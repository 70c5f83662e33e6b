'use client';

import { useEffect } from 'react';
import type { Opening } from '#components/ui/opener';
import { useToast } from '#components/ui/toast';

interface NotOpenedProps {
  onClose?: () => void;
  opening?: Opening;
}

/** In place of what a press opens and could not be loaded: says so and gives the page back. */
export function NotOpened({ onClose, opening }: NotOpenedProps) {
  const toast = useToast();
  useEffect(() => {
    toast({ title: 'This could not be opened', description: 'Check the connection and reload the page.' });
    onClose?.();
    opening?.setOpen(false);
  }, [toast, onClose, opening]);
  return null;
}
