import { z } from 'zod';
import { engines } from '#lib/contract/engines';

/** Apart from the engines themselves, whose names the browser reads without a parser. */
export const engineSchema = z.enum(engines);
