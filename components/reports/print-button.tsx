'use client';

import { Printer } from 'lucide-react';
import { Button } from '#components/ui/button';

/** Opens the browser’s dialog that prints the page. */
export function PrintButton() {
  return (
    <Button Icon={Printer} onClick={() => window.print()}>
      Print page
    </Button>
  );
}
