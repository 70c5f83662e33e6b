'use server';

import { createAction } from '#app/(dashboard)/create-action.ts';
import { sendPlaygroundRequest } from '#lib/dashboard/playground/send-playground-request';

export const sendPlaygroundRequestAction = createAction(sendPlaygroundRequest);
