'use client';

import { useEffect } from 'react';
import { useToast } from '#components/ui/toast';

/** In place of what a key opens and could not be loaded: says so and gives the page back. */
export function NotOpened({ onClose }: { onClose: () => void }) {
  const toast = useToast();
  useEffect(() => {
    toast({ title: 'This could not be opened', description: 'Check the connection and reload the page.' });
    onClose();
  }, [toast, onClose]);
  return null;
}
