import type { z } from 'zod';
import type { countriesReply } from '#shared/schemas/shipping.ts';
import { resource } from './client.ts';

/** All countries by name. */
export const countries = () =>
  resource<z.infer<typeof countriesReply>>('/countries', { countries: 'array' });
