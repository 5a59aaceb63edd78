import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { z } from 'zod';
import { repository } from './paths.ts';

const email = z.object({
  double_confirm_changes: z.boolean(),
  max_frequency: z.string().regex(/^\d+s$/),
  otp_expiry: z.int(),
  template: z.record(
    z.string(),
    z.object({
      subject: z.string(),
      content_path: z.string().transform((path) => join(repository, path)),
    }),
  ),
});

const schema = z.object({
  api: z.object({ schemas: z.array(z.string()), max_rows: z.int() }),
  auth: z.object({ jwt_expiry: z.int(), minimum_password_length: z.int(), email }),
  storage: z.object({ file_size_limit: z.string() }),
});

/** The settings of supabase/config.toml that the embedded stack uses. */
export const config = schema.parse(
  parse(readFileSync(join(repository, 'supabase/config.toml'), 'utf8')),
);
