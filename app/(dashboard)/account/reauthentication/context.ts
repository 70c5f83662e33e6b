'use client';

import { createContext } from 'react';

/** An action that needs to know who the user is. */
export interface ReauthenticationRequest {
  /** Called once the user has confirmed it. */
  onDone: () => void;
  onCancel: () => void;
}

/** Opens the shared dialog in which users confirm who they are; null outside the dashboard. */
export const ReauthenticationContext = createContext<((request: ReauthenticationRequest) => void) | null>(
  null,
);
