'use server';

import { sendPlaygroundRequest } from '#lib/dashboard/playground/send-playground-request';
import { createAction } from '../../create-action';

/** Sends a request to `/v1` and returns its response. */
export const sendPlaygroundRequestAction = createAction(sendPlaygroundRequest);
