import type { z } from 'zod';
import type { countriesReply } from '#shared/schemas/shipping.ts';
import { resource } from './client.ts';

/** All countries by name, or those that are called so in any language: one, or none. */
export const countries = (name?: string) =>
  resource<z.infer<typeof countriesReply>>(
    `/countries${name === undefined ? '' : `?${new URLSearchParams({ name })}`}`,
    { countries: 'array' },
  );
